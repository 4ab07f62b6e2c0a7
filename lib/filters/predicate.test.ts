import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import { NAICS, NAICS_PARENTS } from "@dealflow/contract/values/naics";
import { describe, expect, it } from "vitest";
import { matcher } from "./predicate";

const classification = { resolve: resolveNaics, ancestry: naicsAncestry };

const company = {
  id: "0190a0a0-0000-7000-8000-00000000000a",
  name: "Mistral Quay",
  domain: "mistralquay.example",
  description: "Harbour software",
  hqCountry: { code: "ES", name: "Spain" },
  industryGroup: "Software Development",
  naicsCode: "5132",
  verticals: ["saas", "logistics"],
  employeeCountBucket: "11-50",
};

const round = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  round: "series-a",
  amountUsd: 3_400_000,
  announcedAt: "2026-09-09T08:30:00.000Z",
  company,
};

const unresolved = {
  ...round,
  round: null,
  amountUsd: null,
  company: {
    ...company,
    id: null,
    domain: null,
    hqCountry: null,
    industryGroup: null,
    naicsCode: null,
    verticals: [],
    description: null,
  },
};

const deal = {
  announcedAt: "2026-09-09T08:30:00.000Z",
  dealAmountUsd: 10,
  isMerger: false,
  paymentType: "cash",
  target: { ...company, hqCountry: null },
  acquirer: { ...company, id: "0190a0a0-0000-7000-8000-00000000000b", hqCountry: { code: "FR" }, verticals: ["ai"] },
};

const funding = (query: AnyQuery, record: unknown) => matcher(FEEDS.funding, query, classification)(record);
const acquisitions = (query: AnyQuery, record: unknown) => matcher(FEEDS.acquisitions, query, classification)(record);

describe("an empty query", () => {
  it("matches everything", () => expect(funding({}, round)).toBe(true));
});

describe("many-of filters", () => {
  it("match any of the values", () => {
    expect(funding({ round: ["seed", "series-a"] }, round)).toBe(true);
    expect(funding({ round: ["seed"] }, round)).toBe(false);
    expect(funding({ verticals: ["ai", "logistics"] }, round)).toBe(true);
    expect(funding({ employeeBuckets: ["1-10"] }, round)).toBe(false);
  });

  it("read both spellings of a round, in the record and in the query", () => {
    expect(funding({ round: ["series-a"] }, { ...round, round: "series_a" })).toBe(true);
    expect(funding({ round: ["series_a"] }, round)).toBe(true);
  });

  it("match industries on events without regard to case", () => {
    expect(funding({ industryGroups: ["software development"] }, round)).toBe(true);
    expect(matcher(FEEDS.companies, { industryGroups: ["software development"] })(company)).toBe(false);
  });

  it("match unknown where the fact is missing, and never a null otherwise", () => {
    expect(funding({ countries: ["unknown"] }, unresolved)).toBe(true);
    expect(funding({ countries: ["unknown"] }, round)).toBe(false);
    expect(funding({ countries: ["ES"] }, unresolved)).toBe(false);
    expect(funding({ verticals: ["unknown"] }, unresolved)).toBe(true);
    expect(funding({ countries: ["unknown", "ES"] }, round)).toBe(true);
    expect(funding({ countries: ["unknown"] }, { ...round, company: undefined })).toBe(true);
  });

  it("match a deal by target or acquirer, unknown by the target alone", () => {
    expect(acquisitions({ countries: ["FR"] }, deal)).toBe(true);
    expect(acquisitions({ countries: ["unknown"] }, deal)).toBe(true);
    expect(acquisitions({ countries: ["unknown"] }, { ...deal, target: company, acquirer: null })).toBe(false);
    expect(acquisitions({ verticals: ["ai"] }, deal)).toBe(false);
  });
});

describe("NAICS", () => {
  const at = (naicsCode: string) => ({ ...round, company: { ...company, naicsCode } });

  it("includes a code and everything beneath it", () => {
    for (const code of ["51", "513", "5132"]) expect(funding({ naicsCode: code }, round)).toBe(true);
    for (const code of ["52", "5173", "516"]) expect(funding({ naicsCode: code }, round)).toBe(false);
  });

  it("shortens a code that is deeper than the classification", () => {
    expect(funding({ naicsCode: "541511" }, at("5415"))).toBe(true);
    expect(funding({ naicsCode: "541511" }, at("5416"))).toBe(false);
  });

  it("supports sector ranges", () => {
    expect(funding({ naicsCode: "31-33" }, at("3254"))).toBe(true);
    expect(funding({ naicsCode: "31-33" }, at("4541"))).toBe(false);
    expect(funding({ naicsCode: "44-45" }, at("44-45"))).toBe(true);
  });

  it("matches unclassified companies by unknown", () => {
    expect(funding({ naicsCode: "unknown" }, unresolved)).toBe(true);
    expect(funding({ naicsCode: "unknown" }, round)).toBe(false);
    expect(funding({ naicsCode: "51" }, unresolved)).toBe(false);
  });

  it("without the classification decides a plain prefix, and returns undefined otherwise", () => {
    const plain = (code: string) => matcher(FEEDS.funding, { naicsCode: code })(round);
    expect([plain("51"), plain("31-33"), plain("513210")]).toEqual([true, false, undefined]);
  });

  it("without the classification agrees with it on every sector and range, and never contradicts it on other codes", () => {
    const codes = [...NAICS, ...NAICS_PARENTS].map(({ value }) => value);
    const requested = [...codes, ...["31", "32", "33", "44", "45", "48", "49", "30", "99", "541511", "3262", "517111"]];
    const undetermined = new Set<string>();
    for (const naicsCode of requested) {
      const [plain, whole] = [undefined, classification].map((known) => matcher(FEEDS.funding, { naicsCode }, known));
      for (const code of codes) {
        const [actual, expected] = [plain?.(at(code)), whole?.(at(code))];
        if (actual === undefined) undetermined.add(naicsCode);
        else expect(actual, `${naicsCode} of ${code}`).toBe(expected);
      }
    }
    expect([...undetermined].filter((code) => code.length === 2 || code.includes("-"))).toEqual([]);
    expect(undetermined.size).toBeGreaterThan(0);
  });
});

describe("ranges and dates", () => {
  it("are inclusive at both ends, and never match a missing value", () => {
    expect(funding({ minAmountUsd: 3_400_000, maxAmountUsd: 3_400_000 }, round)).toBe(true);
    expect(funding({ minAmountUsd: 3_400_001 }, round)).toBe(false);
    expect(funding({ minAmountUsd: 0 }, unresolved)).toBe(false);
  });

  it("take a bare date as a whole day", () => {
    expect(funding({ since: "2026-09-09", until: "2026-09-09" }, round)).toBe(true);
    expect(funding({ until: "2026-09-08" }, round)).toBe(false);
    expect(funding({ since: "2026-09-09T10:30:00+02:00" }, round)).toBe(true);
    expect(funding({ since: "2026-09-09T08:30:01Z" }, round)).toBe(false);
  });

  it("are undetermined without a date", () => {
    expect(funding({ since: "2026-01-01" }, { ...round, announcedAt: null })).toBeUndefined();
  });
});

describe("flags", () => {
  it("enrichedOnly requires all four facts", () => {
    expect(funding({ enrichedOnly: true }, round)).toBe(true);
    expect(funding({ enrichedOnly: true }, { ...round, company: { ...company, description: null } })).toBe(false);
    expect(funding({ enrichedOnly: false }, unresolved)).toBe(true);
  });

  it("isMerger filters both ways", () => {
    expect(acquisitions({ isMerger: false }, deal)).toBe(true);
    expect(acquisitions({ isMerger: true }, deal)).toBe(false);
    expect(acquisitions({ isMerger: true }, { ...deal, isMerger: null })).toBeUndefined();
  });
});

describe("dates", () => {
  it("of a month, a quarter or a year match by their first instant", () => {
    const since = (announcedAt: string) => funding({ since: "2024-07-01" }, { ...round, announcedAt });
    expect(["2024-Q3", "2024-Q2", "2024-07", "2024", "2025"].map(since)).toEqual([true, false, true, false, true]);
  });
});

describe("texts", () => {
  it("match ids on either side of a deal, in any case", () => {
    expect(acquisitions({ companyId: "0190A0A0-0000-7000-8000-00000000000B" }, deal)).toBe(true);
    expect(acquisitions({ companyId: "0190a0a0-0000-7000-8000-00000000000c" }, deal)).toBe(false);
    expect(funding({ companyId: company.id }, unresolved)).toBe(false);
  });

  it("are undetermined for a former domain, but not where only the primary one counts", () => {
    expect(funding({ domain: "mistralquay.example" }, round)).toBeUndefined();
    expect(funding({ domain: "mistralquay.example", round: ["seed"] }, round)).toBe(false);
    expect(matcher(FEEDS.companies, { domain: "https://mistralquay.example/x" })(company)).toBe(true);
  });

  it("search every word without case and accents, short ones as whole words", () => {
    const search = (text: string, record: unknown = company) => matcher(FEEDS.companies, { search: text })(record);
    expect(search("QUAY harbour")).toBe(true);
    expect(search("quay airport")).toBe(false);
    expect(search("Société", { name: "Societe Generale" })).toBe(true);
    expect(search("Mueller Koeln", { name: "Müller", description: "in Köln" })).toBe(true);
    expect(search("shoe", { name: "Coffee Shop" })).toBe(false);
    const ai = (description: string) => search("AI", { name: "Mistral", description });
    expect(["an AI lab", "AI", "“ai”", "Mistral.ai", "AI技術"].map(ai)).toEqual([true, true, true, true, true]);
    expect(["a mail lab", "жai", "5ai", ""].map(ai)).toEqual([false, false, false, false]);
    expect([search("東", { name: "東京" }), search("жи", { name: "жижи" })]).toEqual([true, false]);
    expect([search("mi"), search("MI lab", { name: "Mistral", description: "a lab" })]).toEqual([true, false]);
  });

  it("are undetermined without the fact in the record", () => {
    expect(matcher(FEEDS.companies, { hasFounder: true })(company)).toBeUndefined();
    expect(matcher(FEEDS.companies, { minKnownPeople: 3 })(company)).toBeUndefined();
  });
});

describe("invalid values", () => {
  it("are left out, as in an address", () => expect(funding({ companyId: "acme" }, round)).toBe(true));
});
