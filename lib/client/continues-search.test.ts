import { expect, it } from "vitest";
import { continuesSearch } from "./continues-search";

const visit = (query: string, minute = 0, feed: "funding" | "companies" = "funding") => ({
  feed,
  query,
  at: new Date(Date.UTC(2026, 10, 26, 9, minute)).toISOString(),
});

it("takes added and changed filters for steps of one search", () => {
  expect(continuesSearch(visit(""), visit("round=seed", 1))).toBe(true);
  expect(continuesSearch(visit("round=seed"), visit("countries=DE&round=seed", 1))).toBe(true);
  expect(continuesSearch(visit("round=seed"), visit("round=seed&round=series-a", 1))).toBe(true);
  expect(continuesSearch(visit("minAmountUsd=1&round=seed"), visit("minAmountUsd=5&round=seed", 1))).toBe(true);
  expect(continuesSearch(visit("search=quo"), visit("search=quorvane", 1))).toBe(true);
});

it("takes other filters, another feed, a return to fewer filters and a pause for another search", () => {
  expect(continuesSearch(visit("round=seed"), visit("round=debt", 1))).toBe(false);
  expect(continuesSearch(visit("search=quorvane"), visit("search=quill", 1))).toBe(false);
  expect(continuesSearch(visit("countries=DE&round=seed"), visit("countries=FR&round=debt", 1))).toBe(false);
  expect(continuesSearch(visit(""), visit("", 1, "companies"))).toBe(false);
  expect(continuesSearch(visit("round=seed"), visit("", 1))).toBe(false);
  expect(continuesSearch(visit(""), visit("round=seed", 11))).toBe(false);
});
