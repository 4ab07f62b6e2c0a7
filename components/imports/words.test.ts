import { expect, it } from "vitest";
import { importState, problemWords } from "./words";

it("offers no undo of an import that runs, and names what each import is", () => {
  const state = (isRunning: boolean, complete: boolean, undoneAt: string | null = null, isUndoing = false) =>
    importState({ isRunning, complete, undoneAt }, isUndoing);
  expect(state(true, false)).toEqual({ words: "running", canUndo: false });
  expect(state(false, false)).toEqual({ words: "interrupted", canUndo: true });
  expect(state(false, true)).toEqual({ words: "in use", canUndo: true });
  expect(state(false, true, null, true)).toEqual({ words: "being undone", canUndo: false });
  expect(state(false, true, "2026-11-29T00:00:00.000Z")).toEqual({ words: "undone", canUndo: false });
});

it("names the field of a problem as its column is named, and leaves values and other sentences alone", () => {
  expect(problemWords('company.industryGroup "company.name" is not an allowed value.')).toBe(
    'Company industry group "company.name" is not an allowed value.',
  );
  expect(problemWords("company.hqCountry is missing.")).toBe("Company HQ country is missing.");
  expect(problemWords("announcedAt is missing.")).toBe("Announced is missing.");
  expect(problemWords('announcedAt "in iso" is not a date in iso or yyyy.')).toBe(
    'Announced "in iso" is not a date in yyyy-mm-dd or yyyy.',
  );
  expect(problemWords('"Rumour Inc." says that the deal is a rumour.')).toBe(
    '"Rumour Inc." says that the deal is a rumour.',
  );
  expect(problemWords("The key has 300 characters; the maximum is 256.")).toBe(
    "The key has 300 characters; the maximum is 256.",
  );
});
