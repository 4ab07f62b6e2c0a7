import { describe, expect, it } from "vitest";
import { nextToShow } from "./next-to-show";

const owned = {};
const preview = (reference: string) => ({ preview: { reference } });

describe("what is shown next", () => {
  it("begins at the first row that is not owned, and buys of so many rows those that are not", () => {
    const rows = [owned, preview("a"), owned, preview("b"), preview("c")];
    expect(nextToShow(rows, 3)).toEqual({ rows: 3, references: ["a", "b"] });
    expect(nextToShow(rows, 20)).toEqual({ rows: 4, references: ["a", "b", "c"] });
  });

  it("is nothing where everything is owned", () => {
    expect(nextToShow([owned, owned], 20)).toEqual({ rows: 0, references: [] });
    expect(nextToShow([], 20)).toEqual({ rows: 0, references: [] });
  });
});
