import { describe, expect, it } from "vitest";
import {
  age,
  cachedMark,
  cachedTime,
  dayOfYear,
  daysBetween,
  exactTime,
  isDay,
  longDate,
  monthYear,
  shortDate,
} from "./dates";

const now = new Date("2026-11-20T10:30:00.000Z");

describe("announcement dates", () => {
  it("leaves out the current year and shortens others", () => {
    expect(shortDate("2026-11-18T00:00:00.000Z", now)).toBe("18 Nov");
    expect(shortDate("2023-11-18T00:00:00.000Z", now)).toBe("18 Nov 23");
    expect(shortDate("2027-01-02T00:00:00.000Z", now)).toBe("2 Jan 27");
    expect(shortDate("1909-03-04T00:00:00.000Z", now)).toBe("4 Mar 1909");
  });

  it("is the same day in every time zone", () => {
    expect(shortDate("2026-11-18T23:59:59.999Z", now)).toBe("18 Nov");
    expect(longDate("2026-11-18T00:00:00.000Z")).toBe("18 Nov 2026");
  });

  it("shows the time only where there is one", () => {
    expect(exactTime("2026-11-14T06:12:00.000Z")).toBe("14 Nov 2026, 06:12 UTC");
    expect(exactTime("2026-11-13T00:00:00.000Z")).toBe("13 Nov 2026");
  });

  it("shows only a month or a year where no more is known", () => {
    expect(["2026-05", "2019-05", "2019"].map((iso) => shortDate(iso, now))).toEqual(["May 2026", "May 2019", "2019"]);
    expect(["2019-05", "2019"].map(longDate)).toEqual(["May 2019", "2019"]);
    expect(["2019-05", "2019"].map(exactTime)).toEqual(["May 2019", "2019"]);
    expect(["2019-05-17", "2019-05", "2019"].map(monthYear)).toEqual(["May 2019", "May 2019", "2019"]);
    expect(["2019-05-17", "2019-05", "2019"].map(dayOfYear)).toEqual(["17 May", "May", ""]);
  });

  it("shows a quarter where no more is known", () => {
    const quarter = "2024-Q3";
    expect([shortDate(quarter, now), longDate(quarter), exactTime(quarter), monthYear(quarter)]).toEqual(
      Array(4).fill("Q3 2024"),
    );
    expect([dayOfYear(quarter), age(quarter, now), isDay(quarter)]).toEqual(["Q3", "2 y", false]);
    expect(daysBetween("2024-Q3", "2024-07-03")).toBe(2);
    expect(longDate("2024-Q5")).toBe("2024-Q5");
  });

  it("leaves invalid dates as they are", () => {
    expect([shortDate("soon", now), longDate("soon"), exactTime("soon"), age("soon", now)]).toEqual([
      "soon",
      "soon",
      "soon",
      "",
    ]);
    expect(daysBetween("soon", now)).toBeUndefined();
  });
});

describe("age", () => {
  it.each([
    ["2026-11-20T09:00:00.000Z", "today"],
    ["2026-11-19T23:59:00.000Z", "1 d"],
    ["2025-11-21T00:00:00.000Z", "364 d"],
    ["2025-11-20T00:00:00.000Z", "1 y"],
    ["2023-11-18T00:00:00.000Z", "3 y"],
    ["2026-11-24T00:00:00.000Z", "in 4 d"],
  ])("of %s is %s", (iso, text) => {
    expect(age(iso, now)).toBe(text);
  });
});

describe("cached marks", () => {
  it.each([
    ["2026-11-20T10:29:00.000Z", "UTC", "10:29"],
    ["2026-11-20T10:29:00.000Z", "Asia/Kolkata", "15:59"],
    ["2026-11-17T08:00:00.000Z", "UTC", "Tue"],
    ["2026-11-14T08:00:00.000Z", "UTC", "Sat"],
    ["2026-11-13T08:00:00.000Z", "UTC", "13 Nov"],
    ["2025-11-12T08:00:00.000Z", "UTC", "12 Nov 25"],
    ["2026-11-19T23:30:00.000Z", "UTC", "Thu"],
    ["2026-11-19T23:30:00.000Z", "Europe/Berlin", "00:30"],
    ["2026-11-20T10:31:00.000Z", "UTC", "10:31"],
  ])("of %s in %s is %s", (iso, zone, text) => {
    expect(cachedMark(new Date(iso), now, zone)).toBe(text);
  });

  it("have the full date on hover", () => {
    expect(cachedTime(new Date("2026-11-20T10:29:00.000Z"), "UTC")).toBe("20 Nov 2026, 10:29");
  });
});
