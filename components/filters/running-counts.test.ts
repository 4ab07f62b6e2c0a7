import { FEEDS } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { countValues } from "@/lib/filters/facts";
import { RunningCounts } from "./running-counts";

const country = FEEDS.funding.filters.find((filter) => filter.label === "Country");
const record = (code: string) => ({ company: { hqCountry: { code } } });

describe("running counts", () => {
  it("equal those over all records, however the records changed", () => {
    if (country === undefined) throw new Error("there is a country filter");
    const [us, de, gb, au] = ["US", "DE", "GB", "US"].map(record);
    const running = new RunningCounts(country);
    for (const records of [[us], [us, de], [gb, us, au, de], [us, de], [gb], [], [de, au]])
      expect(running.of(records)).toEqual(countValues(country, records));
  });

  it("count a record once, when it comes", () => {
    if (country === undefined) throw new Error("there is a country filter");
    let read = 0;
    const watched = Array.from({ length: 100 }, () => ({
      get company() {
        read += 1;
        return { hqCountry: { code: "US" } };
      },
    }));
    const running = new RunningCounts(country);
    running.of(watched.slice(0, 80));
    const first = read;
    expect(running.of(watched).get("US")).toBe(100);
    expect((read - first) * 4).toBe(first);
  });
});
