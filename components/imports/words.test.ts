import { expect, it } from "vitest";
import { importState } from "./words";

it("offers no undo of an import that runs, and names what each import is", () => {
  const state = (isRunning: boolean, complete: boolean, undoneAt: string | null = null, isUndoing = false) =>
    importState({ isRunning, complete, undoneAt }, isUndoing);
  expect(state(true, false)).toEqual({ words: "running", canUndo: false });
  expect(state(false, false)).toEqual({ words: "interrupted", canUndo: true });
  expect(state(false, true)).toEqual({ words: "in use", canUndo: true });
  expect(state(false, true, null, true)).toEqual({ words: "being undone", canUndo: false });
  expect(state(false, true, "2026-11-29T00:00:00.000Z")).toEqual({ words: "undone", canUndo: false });
});
