import { describe, expect, it } from "vitest";
import { nextToShow } from "./show-next";

const owned = {};
const preview = (reference: string) => ({ preview: { reference } });

describe("what is shown next", () => {
  it("begins at the first row that is not owned, and buys of so many rows those that are not", () => {
    const rows = [owned, preview("a"), owned, preview("b"), preview("c")];
    expect(nextToShow(rows, 0, 3, true)).toEqual({ rows: 3, complete: true, references: ["a", "b"] });
    expect(nextToShow(rows, 0, 20, false)).toEqual({ rows: 4, complete: true, references: ["a", "b", "c"] });
  });

  it("is not complete while rows are to come that belong to it", () => {
    expect(nextToShow([owned, preview("a")], 0, 20, true)).toEqual({ rows: 1, complete: false, references: ["a"] });
  });

  it("begins with the rows in view, and before them only where nothing follows", () => {
    const rows = [preview("a"), owned, preview("b"), owned];
    expect(nextToShow(rows, 1, 20, false)).toEqual({ rows: 2, complete: true, references: ["b"] });
    expect(nextToShow(rows, 3, 20, true)).toEqual({ rows: 0, complete: false, references: [] });
    expect(nextToShow(rows, 3, 20, false)).toEqual({ rows: 4, complete: true, references: ["a", "b"] });
  });

  it("is nothing where everything is owned", () => {
    expect(nextToShow([owned, owned], 0, 20, false)).toEqual({ rows: 0, complete: true, references: [] });
    expect(nextToShow([], 0, 20, false)).toEqual({ rows: 0, complete: true, references: [] });
  });
});
