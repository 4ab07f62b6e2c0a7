import type { SavedView } from "@dealflow/contract/account/saved";
import { describe, expect, it } from "vitest";
import { readCompaniesFile, readViewsFile, writeCompanies, writeViews } from "./read-file";

const view = (name: string): SavedView => ({
  id: "v",
  name,
  feed: "funding",
  query: "round=seed",
  columns: null,
  sort: null,
  shared: true,
  lastSeenAt: "2026-11-01T00:00:00.000Z",
  createdAt: "2026-10-01T00:00:00.000Z",
  version: 3,
});

const names = (text: string, usedNames: readonly string[] = []) =>
  readViewsFile(text, usedNames).items.map(({ name }) => name);

describe("a file of saved views", () => {
  it("contains everything it was written from except ids and versions", () => {
    const { id: _, version: __, ...draft } = view('Seed "quoted" [rounds] {all}');
    expect(readViewsFile(writeViews([view(draft.name)]), [])).toEqual({ items: [draft], rejected: [] });
    const screen = { columns: "company.240!~amount", sort: "amount.descending" };
    expect(readViewsFile(writeViews([{ ...view("Wide"), ...screen }]), []).items).toMatchObject([screen]);
  });

  it("renames a duplicate name, ignoring case, repeatedly", () => {
    expect(names(writeViews([view("Seed"), view("seed"), view("Growth")]), ["SEED"])).toEqual([
      "Seed 2",
      "seed 3",
      "Growth",
    ]);
    const long = "x".repeat(80);
    expect(names(writeViews([view(long)]), [long])).toEqual([`${"x".repeat(78)} 2`]);
  });

  it("accepts valid items next to broken ones, and reports the line", () => {
    const lines = writeViews([view("One"), view("Two"), view("Three"), view("Four")]).split("\n");
    lines[2] = '{"name":"Two","feed":"rounds","query":""},';
    lines[3] = '{"name":"Three","feed:"funding"},';
    const { items, rejected } = readViewsFile(lines.join("\n"), []);
    expect(items.map(({ name }) => name)).toEqual(["One", "Four"]);
    expect(rejected).toEqual([
      { line: 3, message: "feed must be one of funding, acquisitions, execMoves, companies, investors" },
      { line: 4, message: "it is not valid JSON" },
    ]);
  });

  it("accepts what precedes a truncation", () => {
    const text = writeViews([view("One"), view("Two")]);
    const { items, rejected } = readViewsFile(text.slice(0, text.indexOf('"Two"') + 3), []);
    expect(items.map(({ name }) => name)).toEqual(["One"]);
    expect(rejected).toEqual([{ line: 3, message: "the file ends in the middle" }]);
  });

  it("is rejected when it is something else", () => {
    expect(readViewsFile("name,feed\nSeed,funding\n", []).rejected).toEqual([
      { line: 1, message: "this is not a Dealflow JSON file" },
    ]);
    expect(readViewsFile("[]", [])).toEqual({ items: [], rejected: [] });
  });
});

describe("a file of the watchlist", () => {
  const company = { id: "c-1", name: "Ardea", domain: null, note: "Call", addedAt: "2026-11-01T00:00:00.000Z" };

  it("contains notes and dates", () => {
    const text = writeCompanies([{ ...company, version: 2 }]);
    expect(readCompaniesFile(text, () => true)).toEqual({ items: [company], rejected: [] });
    expect(readCompaniesFile(text, () => false).rejected).toHaveLength(1);
  });

  it("rejects a note that is too long", () => {
    const text = JSON.stringify([{ ...company, note: "n".repeat(501) }]);
    expect(readCompaniesFile(text, () => true).rejected[0]?.message).toBe(
      "note must be text of at most 500 characters",
    );
  });
});
