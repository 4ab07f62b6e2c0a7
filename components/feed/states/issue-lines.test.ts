import { FEEDS } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { expect, it } from "vitest";
import { parseAddress } from "@/lib/filters/address";
import { issueLines } from "./issue-lines";

const lines = (search: string) => issueLines(FEEDS.funding, parseAddress(FEEDS.funding, search, getListReader).issues);

it("names the wrong values of a list in one line, however many they are", () => {
  const many = Array.from({ length: 500 }, (_, index) => `round=x${index}`).join("&");
  expect(lines(many)).toEqual(['Unknown round: "x0", "x1", "x2" and 497 more']);
  expect(lines("round=nonsense")).toEqual(['Unknown round: "nonsense"']);
  expect(lines("round=a&round=b")).toEqual(['Unknown round: "a" and "b"']);
});

it("names unknown filters in one line, and what a single one may mean", () => {
  expect(lines("countrys=DE")).toEqual(["countrys is not a filter here; did you mean countries?"]);
  expect(lines("bogus=1&other=2&third=3&fourth=4")).toEqual(["bogus, other, third and 1 more are not filters here"]);
});

it("says of a number which field it is about", () => {
  expect(lines("minAmountUsd=5m&maxAmountUsd=1e9")).toEqual(["Amount must be a number, e.g. 5000000"]);
});

it("says which ends of a range are the wrong way round", () => {
  expect(lines("minAmountUsd=500&maxAmountUsd=100")).toEqual(["Amount, from (500) is above Amount, to (100)"]);
});

it("keeps the sentence of every other problem", () => {
  expect(lines("since=someday&limit=50")).toEqual([
    'limit="50" is for the API; this page loads more rows automatically',
    'Announced, from must be a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists; got "someday"',
  ]);
});
