import { expect, it } from "vitest";
import { newId } from "./new-id";

it("makes ids that sort in the order in which they were made, and of which no two are alike", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
