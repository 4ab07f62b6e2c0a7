import { describe, expect, it } from "vitest";
import { companyAddress, compareAddress, comparedIn, kindsIn } from "./addresses";

const id = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;

describe("the address of a comparison", () => {
  it("is read as it is written", () => {
    const ids = [id(2), id(1)];
    const read = (address: string) => comparedIn(new URL(address, "http://x").searchParams);
    const kinds = ["funding", "acquisitions", "exec_moves"] as const;
    expect(read(compareAddress(ids))).toEqual({ ids, kinds, leftOut: [] });
    expect(compareAddress(ids, kinds)).toBe(compareAddress(ids));
    expect(read(compareAddress(ids, ["exec_moves"]))).toEqual({ ids, kinds: ["exec_moves"], leftOut: [] });
    expect(compareAddress([])).toBe("/compare");
  });

  it("keeps valid ids and reports invalid ones", () => {
    const search = new URLSearchParams([
      ["id", "019AA000-0000-7000-8000-00000000000A"],
      ["id", "019aa000-0000-7000-8000-00000000000a"],
      ["id", "42"],
      ["company", id(1)],
      ["include", "funding,rumours"],
    ]);
    const { ids, kinds, leftOut } = comparedIn(search);
    expect(ids).toEqual(["019aa000-0000-7000-8000-00000000000a"]);
    expect(kinds).toEqual(["funding"]);
    expect(leftOut).toHaveLength(4);
    expect(leftOut.at(-1)).toBe('"rumours" is not a kind of event; use funding, acquisitions, exec_moves.');
  });

  it("compares no more than one request allows", () => {
    const search = new URLSearchParams(Array.from({ length: 27 }, (_, index) => ["id", id(index)]));
    const { ids, leftOut } = comparedIn(search);
    expect(ids).toHaveLength(25);
    expect(leftOut).toEqual(["Only the first 25 companies are compared, not the 2 after them."]);
  });
});

describe("the address of a company", () => {
  it("names kinds of event only where not all are meant", () => {
    expect(companyAddress(id(1))).toBe(`/companies/${id(1)}`);
    const some = companyAddress(id(1), ["funding", "exec_moves"]);
    expect(some).toBe(`/companies/${id(1)}?include=funding&include=exec_moves`);
    expect(kindsIn(new URL(some, "http://x").searchParams)).toEqual(["funding", "exec_moves"]);
    expect(kindsIn(new URLSearchParams("include=exec_moves,funding&include=rumours"))).toEqual([
      "funding",
      "exec_moves",
    ]);
    expect(kindsIn(new URLSearchParams("include=rumours"))).toHaveLength(3);
  });
});
