import { expect, it } from "vitest";
import { matchedFormerName } from "./former-name";

it("returns the former name that has what the current one lacks", () => {
  const company = { name: "Solvane Data", formerNames: ["Éclat Labs", "Lattice Data"] };
  const found = (typed: string) => matchedFormerName(company, typed);
  expect([found("lattice"), found("LATT data"), found("eclat"), found("solvane eclat")]).toEqual([
    "Lattice Data",
    "Lattice Data",
    "Éclat Labs",
    "Éclat Labs",
  ]);
  expect([found("data"), found("solvane"), found("nothing"), found("")]).toEqual(Array(4).fill(undefined));
  expect(matchedFormerName({ name: null }, "lattice")).toBeUndefined();
});
