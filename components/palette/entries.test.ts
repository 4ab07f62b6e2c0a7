import { expect, it } from "vitest";
import { nameEntries } from "./entries";

it("leaves out names of an earlier text that the typed one does not match", () => {
  const names = ["Sablepier Partners", "Société Savane", "Ardholt"].map((name) => ({
    id: name,
    name,
    href: "/",
    about: null,
  }));
  const ids = (typed: string) => nameEntries("Investors", typed, names, () => undefined).map(({ id }) => id);
  expect(ids("sa")).toEqual(["Investors Sablepier Partners", "Investors Société Savane"]);
  expect(ids("save view")).toEqual([]);
  expect(ids("sav societe")).toEqual(["Investors Société Savane"]);
});

it("finds a company by a former name, and by a word of each name no company", () => {
  const company = { id: "1", name: "Solvane", formerNames: ["Lattice Data", "Latch"], href: "/", about: null };
  const found = (typed: string) => nameEntries("Companies", typed, [company], () => undefined).length;
  expect([found("lattice da"), found("latch"), found("solv"), found("solvane data")]).toEqual([1, 1, 1, 0]);
});
