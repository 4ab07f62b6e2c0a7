import { describe, expect, it } from "vitest";
import { daysApart, sameDeal } from "./same-event";
import { judgeNames } from "./score";

const day = (text: string) => ({ announcedAt: new Date(text), announcedPrecision: "day" as const });
const month = (text: string) => ({ announcedAt: new Date(`${text}-01`), announcedPrecision: "month" as const });

describe("daysApart", () => {
  it("counts from the end of a month or year", () => {
    expect(daysApart(day("2024-03-01"), day("2024-03-11"))).toBe(10);
    expect(daysApart(day("2024-03-11"), day("2024-03-01"))).toBe(10);
    expect(daysApart(month("2024-02"), day("2024-02-20"))).toBe(0);
    expect(daysApart(month("2024-02"), day("2024-03-05"))).toBe(5);
    expect(daysApart({ announcedAt: new Date("2023-01-01"), announcedPrecision: "year" }, day("2023-11-05"))).toBe(0);
  });
});

describe("sameDeal", () => {
  const deal = (target: [string, string], acquirer: [string, string], days: number | null) =>
    sameDeal(judgeNames(...target), judgeNames(...acquirer), days);

  it("joins the same sides within thirteen months", () => {
    expect(deal(["Lumo Inc.", "LUMO"], ["Kestrel", "Kestrel Corp."], 390)).toBe(true);
    expect(deal(["Lumo Inc.", "LUMO"], ["Kestrel", "Kestrel Corp."], 500)).toBe(false);
    expect(deal(["Lumo", "Lumo"], ["Kestrel", "Kestrel"], null)).toBe(true);
  });

  it("accepts a short form of one side", () => {
    expect(deal(["Lumo", "Lumo"], ["HP", "Harbor-Packer"], 30)).toBe(true);
    expect(deal(["Lumo", "Lumo"], ["Kestrel", "The Red Kestrel Company"], 300)).toBe(true);
    expect(deal(["Lumo", "Lumo"], ["HP", "Heron Bank"], 0)).toBe(false);
    expect(deal(["Lumo Labs", "Lumo Studio"], ["Kestrel", "Kestrel"], 300)).toBe(false);
  });

  it("keeps numbered companies apart", () => {
    expect(deal(["Lumo Fund 1", "Lumo Fund 2"], ["Kestrel", "Kestrel"], 0)).toBe(false);
  });
});
