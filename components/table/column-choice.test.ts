import { describe, expect, it } from "vitest";
import {
  choiceOf,
  moved,
  ownTracks,
  ownWidth,
  pinOffsets,
  readChoice,
  withColumn,
  withPin,
  withWidth,
  writeChoice,
} from "./column-choice";
import type { Column } from "./columns";

const column = (id: string, width: number, own: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  head: id,
  width,
  widths: {},
  value: () => null,
  cell: () => null,
  ...own,
});

const COLUMNS = [
  column("round", 92, { widths: { large: "88px", huge: "92px" } }),
  column("amount", 104, { widths: { large: "104px" } }),
  column("company", 160, { grow: 1, widths: { large: "minmax(130px, 1fr)" } }),
  column("city", 140),
];

const ids = (choice: readonly { id: string }[] | undefined) => choice?.map(({ id }) => id);

describe("the text of a choice", () => {
  it("is read as it was written", () => {
    const choice = [{ id: "company", width: 240, pinned: true }, { id: "amount" }, { id: "city", width: 96 }] as const;
    expect(writeChoice(choice)).toBe("company.240!~amount~city.96");
    expect(readChoice(COLUMNS, writeChoice(choice))).toEqual(choice);
  });

  it("is read as far as it can be", () => {
    expect(readChoice(COLUMNS, undefined)).toBeUndefined();
    expect(readChoice(COLUMNS, "")).toBeUndefined();
    expect(readChoice(COLUMNS, "nothing~%20;~.96")).toBeUndefined();
    expect(readChoice(COLUMNS, "gone~amount.x~amount.7~amount.9~city.9999")).toEqual([
      { id: "amount", width: 48 },
      { id: "city", width: 640 },
    ]);
    expect(ids(readChoice(COLUMNS, "amount~city!"))).toEqual(["city", "amount"]);
  });

  it("fits into a cookie however much is chosen", () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `a-long-name-${index}`, width: 100 }));
    expect(writeChoice(many).length).toBeLessThanOrEqual(400);
    expect(writeChoice(many)).toMatch(/^a-long-name-0\.100~.*\d$/);
  });
});

describe("changes of a choice", () => {
  const choice = choiceOf(COLUMNS, "large");

  it("begin with what the layout shows, at the widths that it has", () => {
    expect(choice).toEqual([{ id: "round", width: 88 }, { id: "amount" }, { id: "company" }]);
  });

  it("show and hide, but never the last one", () => {
    expect(ids(withColumn(choice, "city", true))).toEqual(["round", "amount", "company", "city"]);
    expect(ids(withColumn(choice, "amount", false))).toEqual(["round", "company"]);
    expect(ids(withColumn([{ id: "city" }], "city", false))).toEqual(["city"]);
  });

  it("move by one place, and never across the edge of the pinned ones", () => {
    expect(ids(moved(choice, "amount", -1))).toEqual(["amount", "round", "company"]);
    expect(ids(moved(choice, "company", 1))).toEqual(["round", "amount", "company"]);
    const pinned = withPin(choice, "company", true);
    expect(ids(pinned)).toEqual(["company", "round", "amount"]);
    expect(ids(moved(pinned, "company", 1))).toEqual(["company", "round", "amount"]);
    expect(ids(moved(pinned, "round", -1))).toEqual(["company", "round", "amount"]);
    expect(withPin(pinned, "company", false)).toEqual([
      { id: "company" },
      { id: "round", width: 88 },
      { id: "amount" },
    ]);
  });

  it("clamp widths between the narrowest and the widest", () => {
    expect(withWidth(choice, "amount", 12)[1]).toEqual({ id: "amount", width: 48 });
    expect(withWidth(choice, "amount", 133.4)[1]).toEqual({ id: "amount", width: 133 });
  });
});

describe("the layout of a choice", () => {
  it("lets what grows take the room, unless it was given a width or stays in place", () => {
    expect(ownTracks(COLUMNS, [{ id: "amount" }, { id: "company" }])).toBe("104px minmax(160px, 1fr)");
    expect(ownTracks(COLUMNS, [{ id: "amount" }, { id: "company", width: 200 }])).toBe("104px 200px minmax(0, 1fr)");
    expect(ownTracks(COLUMNS, [{ id: "company", pinned: true }])).toBe("160px minmax(0, 1fr)");
  });

  it("knows the least width of a row and where pinned columns stay", () => {
    const pinned = [
      { id: "company", pinned: true },
      { id: "amount", width: 96, pinned: true },
      { id: "city" },
    ] as const;
    expect(ownWidth(COLUMNS, pinned)).toBe(160 + 96 + 140 + 16);
    expect(pinOffsets(COLUMNS, pinned)).toEqual([0, 160]);
  });
});
