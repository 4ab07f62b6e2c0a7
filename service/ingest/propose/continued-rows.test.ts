import { describe, expect, it } from "vitest";
import { fillContinued } from "./continued-rows";

const HEADER = ["Company", "Website", "Date", "Round", "Amount"];
const QUORVANE = ["Quorvane", "quorvane.example", "2016-05-04", "Seed", "$1M"];
const OAKMESH = ["Oakmesh", "oakmesh.example", "2017-01-02", "Seed", "$2M"];
const NEXT = ["", "", "2018-06-05", "Series A", "$5M"];

describe("fillContinued", () => {
  it("returns the first columns that are empty together in rows with facts of their own", () => {
    expect(fillContinued(HEADER, [QUORVANE, NEXT, NEXT, OAKMESH, NEXT]).continued).toEqual(["Company", "Website"]);
  });

  it.each([
    ["some rows have no company", [QUORVANE, NEXT, ["", "hollin.example", "2020-07-06", "Series B", "$20M"], OAKMESH]],
    ["a row without a company is the first", [NEXT, QUORVANE, NEXT, OAKMESH]],
    [
      "rows without a company have nothing else",
      [QUORVANE, ["", "", "", "", "Total"], ["", "", "", "", "$8M"], OAKMESH],
    ],
    ["one row in many has no company", [...Array.from({ length: 20 }, () => QUORVANE), NEXT, NEXT]],
  ])("returns none when %s", (_, rows) => {
    expect(fillContinued(HEADER, rows).continued).toEqual([]);
  });
});
