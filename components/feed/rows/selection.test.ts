import { describe, expect, it } from "vitest";
import { withRevealed } from "./selection";

describe("withRevealed", () => {
  const listed = [{ key: "id-1", reference: "preview-1" }, { key: "preview-2" }, { key: "id-3" }];

  it("selects a revealed row by its id, and keeps previews that were not revealed", () => {
    expect(withRevealed(new Set(["preview-1", "preview-2", "id-3"]), listed)).toEqual(
      new Set(["id-1", "preview-2", "id-3"]),
    );
  });

  it("returns the same set when no selected row was revealed", () => {
    const keys = new Set(["preview-2", "elsewhere"]);
    expect(withRevealed(keys, listed)).toBe(keys);
  });
});
