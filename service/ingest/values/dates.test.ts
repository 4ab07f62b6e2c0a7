import { describe, expect, it } from "vitest";
import { type DateFormat, dayText, parseDate } from "./dates";

function day(text: string, ...formats: DateFormat[]): string | undefined {
  const date = parseDate(text, formats);
  return date === undefined ? undefined : dayText(date);
}

describe("parseDate", () => {
  it.each([
    ["01/05/2015", "2015-05-01"],
    ["12/05.2015", "2015-05-12"],
    ["13/04.2015", "2015-04-13"],
    ["22/01//2015", "2015-01-22"],
    ["1/7/2015", "2015-07-01"],
    ["05/072018", "2018-07-05"],
    ["05072018", "2018-07-05"],
    ["13-04-2015", "2015-04-13"],
    ["01/05/0016", "0016-05-01"],
  ])("reads %s as dd/mm/yyyy", (text, expected) => {
    expect(day(text, "dd/mm/yyyy")).toBe(expected);
  });

  it.each(["31/02/2015", "13/14/2015", "01/05/15", "May 2015", "", "2015"])("finds no day in %j", (text) => {
    expect(day(text, "dd/mm/yyyy")).toBeUndefined();
  });

  it("never takes a day for a month", () => {
    expect(day("12/31/2015", "dd/mm/yyyy")).toBeUndefined();
    expect(day("12/31/2015", "mm/dd/yyyy")).toBe("2015-12-31");
  });

  it("reads names of months", () => {
    expect(day("4 March 2020", "dd mmm yyyy")).toBe("2020-03-04");
    expect(day("Sep 30, 2020", "mmm dd yyyy")).toBe("2020-09-30");
    expect(day("30 Foo 2020", "dd mmm yyyy")).toBeUndefined();
  });

  it("takes the first format that fits", () => {
    expect(day("2020-03-04", "dd/mm/yyyy", "iso")).toBe("2020-03-04");
    expect(parseDate("2020-03-04T10:00:00+02:00", ["iso"])?.toISOString()).toBe("2020-03-04T08:00:00.000Z");
  });
});
