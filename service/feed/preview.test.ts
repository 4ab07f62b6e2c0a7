import type { FeedName } from "@dealflow/contract/feeds";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { describe, expect, it } from "vitest";
import { redactRecord } from "./preview";

const redact = (feed: FeedName, record: object) => redactRecord(feed, record, "sealed");

const COMPANY = {
  id: "one",
  name: "Quorvane",
  domain: "quorvane.example",
  description: "Makes quorvanes.",
  hqCity: "Berlin",
  hqCountry: { code: "US", name: "America" },
  industryGroup: "Made-up industry",
  verticals: ["ai", "unlisted", "saas"],
  employeeCountBucket: "11-50",
};

describe("a redacted record", () => {
  it("names every country of the interface as its list does, and no other", () => {
    for (const { value, title } of COUNTRIES)
      expect(redact("companies", { hqCountry: { code: value, name: "its own" } }).record).toMatchObject({
        hqCountry: { code: value, name: title },
      });
    expect(redact("companies", { hqCountry: { code: "XX", name: "Nowhere" } }).record).toMatchObject({
      hqCountry: null,
    });
  });

  it("has listed values and the day, without a name, an id, an amount, an investor or a source", () => {
    const round = {
      id: "round",
      round: "seed",
      roundStated: true,
      amountUsd: 7_300_000,
      announcedAt: "2026-10-30T10:00:00.000Z",
      discoveredAt: "2026-10-30T11:00:00.000Z",
      company: COMPANY,
      investors: [{ id: "investor", name: "Investor" }],
      sources: [{ url: "https://report.example" }, { url: "https://other.example" }],
    };
    const { record, preview } = redact("funding", round);
    expect(preview).toEqual({
      reference: "sealed",
      amount: { minUsd: 5_000_000, maxUsd: 10_000_000 },
      sources: 2,
      investors: 1,
    });
    expect(record).toMatchObject({
      id: null,
      round: "seed",
      roundStated: null,
      amountUsd: null,
      announcedAt: "2026-10-30",
      discoveredAt: null,
      investors: [],
      sources: [],
      company: {
        id: null,
        name: null,
        domain: null,
        description: null,
        hqCity: null,
        hqCountry: { code: "US", name: "United States" },
        industryGroup: null,
        verticals: ["ai", "saas"],
        employeeCountBucket: "11-50",
      },
    });
  });

  it("says of companies and investors whether they have a domain, and when a company was founded", () => {
    const company = redact("companies", { ...COMPANY, foundedYear: 2019, updatedAt: "2026-10-30T10:00:00.000Z" });
    expect(company.preview).toEqual({ reference: "sealed", amount: null, sources: 0, hasDomain: true });
    expect(company.record).toMatchObject({ foundedYear: 2019, updatedAt: "2026-10-30" });
    expect(redact("investors", { type: "vc" })).toMatchObject({
      preview: { hasDomain: false },
      record: { type: "vc" },
    });
  });

  it("has flags and both sides of a deal", () => {
    const deal = {
      isMerger: false,
      paymentType: "cash",
      target: { ...COMPANY, hqCountry: { code: "GB" } },
      acquirer: { ...COMPANY, hqCountry: { code: "FR" } },
    };
    expect(redact("acquisitions", deal).record).toMatchObject({
      isMerger: false,
      paymentType: "cash",
      target: { name: null, hqCountry: { code: "GB", name: "United Kingdom" }, verticals: ["ai", "saas"] },
      acquirer: { name: null, hqCountry: { code: "FR", name: "France" }, verticals: [] },
    });
  });

  it("hides whether a person comes from another company", () => {
    const move = redact("execMoves", { moveType: "appointment", company: COMPANY, fromCompany: COMPANY, person: {} });
    expect(move.record).toMatchObject({ moveType: "appointment", fromCompany: null, person: { id: null, name: null } });
  });
});
