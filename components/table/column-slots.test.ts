import { describe, expect, it } from "vitest";
import { getColumnSlots, getVisibleSlots } from "./column-slots";
import { type Column, layoutOf } from "./columns";

const column = (id: string, own: Partial<Column<unknown>>): Column<unknown> => ({
  id,
  head: id,
  width: 100,
  widths: {},
  value: () => null,
  cell: () => null,
  ...own,
});

const COLUMNS = [
  column("round", { widths: { tiny: "1px", large: "1px", huge: "1px" }, card: "one" }),
  column("domain", { widths: { huge: "1px" } }),
  column("note", { card: "rest" }),
  column("city", {}),
];

const ids = (slots: readonly { column: { id: string } }[]) => slots.map((slot) => slot.column.id);

describe("places of columns", () => {
  it("are every column that some layout or a card shows, until the width is known", () => {
    const slots = getColumnSlots(COLUMNS, undefined);
    expect(slots.map((slot) => [slot.column.id, slot.in])).toEqual([
      ["round", "tiny large huge"],
      ["domain", "huge"],
      ["note", ""],
    ]);
    expect(ids(getVisibleSlots(slots, undefined))).toEqual(["round", "domain", "note"]);
    expect(ids(getVisibleSlots(slots, "large"))).toEqual(["round"]);
    expect(ids(getVisibleSlots(slots, "huge"))).toEqual(["round", "domain"]);
    expect(ids(getVisibleSlots(slots, "card"))).toEqual(["round", "note"]);
  });

  it("are the chosen columns in their order at every width, and a card's own as ever", () => {
    const slots = getColumnSlots(COLUMNS, [{ id: "domain", pinned: true }, { id: "city" }]);
    expect(slots[0]).toMatchObject({ in: "own", pin: 0 });
    for (const layout of ["tiny", "large", "huge"] as const)
      expect(ids(getVisibleSlots(slots, layout))).toEqual(["domain", "city"]);
    expect(ids(getVisibleSlots(slots, "card"))).toEqual(["round", "note"]);
  });

  it("go by the widths of the style sheet", () => {
    expect([665, 666, 821, 822, 959, 960, 1399, 1400].map(layoutOf)).toEqual([
      "tiny",
      "small",
      "small",
      "middle",
      "middle",
      "large",
      "large",
      "huge",
    ]);
  });
});
