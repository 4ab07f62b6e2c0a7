import { NAICS, NAICS_PARENTS } from "@dealflow/contract/values/naics";
import { describe, expect, it } from "vitest";
import {
  arrangeCodes,
  countBeneath,
  covers,
  findParent,
  firstCodes,
  firstOpen,
  listSectors,
  resolveCode,
  visibleRows,
} from "./naics-tree";

const codes = arrangeCodes([...NAICS, ...NAICS_PARENTS]);
const seen = (open: string[]) => visibleRows(codes, new Set(open)).map((row) => `${row.level} ${row.value}`);

describe("tree of codes", () => {
  it("has the twenty sectors at its top, ranges and unlisted parents among them", () => {
    expect(visibleRows(codes, new Set()).map((row) => row.value)).toEqual(
      "11 21 22 23 31-33 42 44-45 48-49 51 52 53 54 55 56 61 62 71 72 81 92".split(" "),
    );
    expect(listSectors(codes)).toHaveLength(20);
    expect(codes.filter((code) => code.branch).map((code) => code.value)).toEqual(
      expect.arrayContaining(["31-33", "55", "61", "62", "72", "513", "519"]),
    );
  });

  it("puts every code beneath its nearest ancestor", () => {
    expect(seen(["51"]).filter((row) => row.endsWith(" 51") || row.includes(" 51"))).toEqual([
      "1 51",
      "2 512",
      "2 513",
      "2 516",
      "2 517",
      "2 519",
    ]);
    expect(seen(["31-33", "311"])).toEqual(expect.arrayContaining(["2 311", "3 3111", "2 326"]));
    expect(findParent("3111", codes)).toBe("311");
    expect(findParent("311", codes)).toBe("31-33");
    expect(findParent("5132", codes)).toBe("513");
    expect(findParent("51", codes)).toBeUndefined();
  });

  it("shows nothing beneath a closed code, even if something there is open", () => {
    expect(seen(["513"])).toEqual(seen([]));
  });

  it("shows every code once when all is open", () => {
    const all = visibleRows(codes, new Set(codes.map((code) => code.value)));
    expect(all).toHaveLength(NAICS.length + NAICS_PARENTS.length);
    expect(new Set(all.map((row) => row.value)).size).toBe(all.length);
  });

  it("covers by prefix and by range", () => {
    expect(covers("51", "5132")).toBe(true);
    expect(covers("5132", "51")).toBe(false);
    expect(covers("31-33", "3254")).toBe(true);
    expect(covers("31-33", "31-33")).toBe(true);
    expect(covers("44-45", "42")).toBe(false);
    expect(covers("48-49", "493")).toBe(true);
  });

  it("counts a code with everything beneath it", () => {
    const counts = new Map([
      ["51", 1],
      ["5132", 2],
      ["3111", 4],
      ["unknown", 8],
    ]);
    expect(countBeneath("51", counts)).toBe(3);
    expect(countBeneath("31-33", counts)).toBe(4);
    expect(countBeneath("52", counts)).toBe(0);
  });
});

describe("what is shown of it at first", () => {
  it("is the usual sectors, with the first open", () => {
    const first = firstCodes(codes, undefined);
    expect([...first].sort()).toEqual(["51", "52", "54"]);
    expect([...firstOpen(codes, undefined, first)]).toEqual(["51"]);
  });

  it("has the sector of the chosen code, opened down to it", () => {
    const first = firstCodes(codes, "3111");
    expect(first).toContain("31-33");
    expect([...firstOpen(codes, "3111", first)]).toEqual(["31-33", "311", "3111"]);
  });

  it("marks the listed code that a deeper one means", () => {
    expect(resolveCode(codes, "541511")).toBe("5415");
    expect(resolveCode(codes, "51")).toBe("51");
    expect(resolveCode(codes, "99")).toBeUndefined();
  });
});
