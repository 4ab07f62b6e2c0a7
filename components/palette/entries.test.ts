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
