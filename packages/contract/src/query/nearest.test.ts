import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameHint, nearest } from "./nearest";

const KNOWN = ["since", "until", "round", "countries", "minAmountUsd", "Software Development", "US"];

describe("the nearest known name", () => {
  it.each([
    ["rond", "round"],
    ["rounds", "round"],
    ["ROUND", "round"],
    ["contries", "countries"],
    ["countrys", "countries"],
    ["softwar Development", "Software Development"],
    ["us", "US"],
  ])("of %s is %s", (name, expected) => expect(nearest(name, KNOWN)).toBe(expected));

  it.each(["", "x", "UK", "rnd00", "nonsense", "counties2x", "__proto__"])("of %j does not exist", (name) =>
    expect(nearest(name, KNOWN)).toBeUndefined(),
  );

  it("equals the one found by the plain definition of the distance", () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "C"), maxLength: 9 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "B", "c", "d"), maxLength: 9 }), names, (name, known) => {
        const least = Math.min(3, Math.ceil(name.length / 2));
        const near = known.map((candidate) => distance(name.toLowerCase(), candidate.toLowerCase()));
        const best = Math.min(...near);
        expect(nearest(name, known)).toBe(best < least ? known[near.indexOf(best)] : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it("is named in a hint; without one, all names are listed", () => {
    expect(nameHint("rond", ["round", "since"])).toBe("did you mean round?");
    expect(nameHint("nonsense", ["round", "since"])).toBe("use one of round, since");
  });
});

/** Computes the Levenshtein distance by definition. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const memo = new Map<string, number>();
  function from(i: number, j: number): number {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const found = Math.min(from(i - 1, j) + 1, from(i, j - 1) + 1, from(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]));
    memo.set(key, found);
    return found;
  }
  return from(a.length, b.length);
}
