import { COUNTRIES } from "@dealflow/contract/values/countries";
import { describe, expect, it } from "vitest";
import { readExplorePage } from "./explore";

const pagination = { hasMore: true, nextCursor: "next", total: 3 };
const preview = {
  reference: "sealed",
  date: "2026-10-30",
  facets: {
    round: ["seed"],
    countries: ["US"],
    verticals: ["ai", "saas"],
    employeeBuckets: ["11-50"],
    enrichedOnly: ["true"],
  },
  amount: { minUsd: 5_000_000, maxUsd: 10_000_000 },
  sources: 2,
};

describe("a page of explored rows", () => {
  it("names every country of the interface as its list does, or as its code", () => {
    const countryOf = (code: string) => {
      const page = readExplorePage("companies", "/", {
        rows: [{ preview: { ...preview, facets: { countries: [code] } } }],
        pagination,
      });
      return page?.rows[0]?.record;
    };
    for (const { value, title } of COUNTRIES)
      expect(countryOf(value)).toMatchObject({ hqCountry: { code: value, name: title } });
    expect(countryOf("no country")).toMatchObject({ hqCountry: { code: "no country", name: null } });
  });

  it("has previews as records of their listed values, without a name or an id", () => {
    const page = readExplorePage("funding", "/funding", { rows: [{ preview }], pagination });
    expect(page).toMatchObject({ hasMore: true, nextCursor: "next", total: 3 });
    const [row] = page?.rows ?? [];
    expect(row).toMatchObject({
      key: "sealed",
      slot: "sealed",
      purchasedAt: "",
      preview: { reference: "sealed", sources: 2 },
    });
    expect(row?.preview?.amount).toEqual(preview.amount);
    expect(row?.record).toMatchObject({
      id: null,
      round: "seed",
      amountUsd: null,
      announcedAt: "2026-10-30",
      investors: [],
      company: {
        id: null,
        name: null,
        domain: null,
        hqCountry: { code: "US", name: "United States" },
        verticals: ["ai", "saas"],
      },
    });
  });

  it("says of a preview how much there is of what it does not name", () => {
    const read = (feed: "funding" | "companies" | "acquisitions", facts: object) =>
      readExplorePage(feed, "/", { rows: [{ preview: { ...preview, ...facts } }], pagination })?.rows[0];
    expect(read("funding", { investors: 0 })?.preview).toMatchObject({ investors: 0 });
    expect(read("funding", {})?.preview).not.toHaveProperty("investors");
    const company = read("companies", { hasDomain: false, foundedYear: 2019 });
    expect(company).toMatchObject({ preview: { hasDomain: false, hasFounded: true }, record: { foundedYear: 2019 } });
    expect(read("companies", { foundedYear: null })).toMatchObject({
      preview: { hasFounded: true },
      record: { foundedYear: null },
    });
    expect(read("acquisitions", { acquirer: { countries: ["FR"] } })?.record).toMatchObject({
      acquirer: { hqCountry: { code: "FR", name: "France" } },
    });
  });

  it("has owned records as they are, with the time of their purchase", () => {
    const record = { id: "one", round: "seed", announcedAt: "2026-10-30T10:00:00.000Z" };
    const page = readExplorePage("funding", "/funding?round=seed", {
      rows: [{ record, purchasedAt: "2026-11-01T00:00:00.000Z" }],
      pagination: { hasMore: false, nextCursor: null },
    });
    expect(page?.rows).toMatchObject([
      { key: "one", record, purchasedAt: "2026-11-01T00:00:00.000Z", receipt: { view: "/funding?round=seed" } },
    ]);
    expect(page?.rows[0]?.preview).toBeUndefined();
    expect(page?.hasMore).toBe(false);
  });

  it("reads flags, deals of a target, and feeds without amounts", () => {
    const deal = { ...preview, facets: { isMerger: ["true"], countries: ["GB"], paymentType: ["cash"] } };
    const GB = { code: "GB", name: "United Kingdom" };
    const [row] = readExplorePage("acquisitions", "/", { rows: [{ preview: deal }], pagination })?.rows ?? [];
    expect(row?.record).toMatchObject({ isMerger: true, paymentType: "cash", target: { hqCountry: GB } });
    const company = { ...preview, facets: { employeeBuckets: ["1-10"] }, amount: null };
    const [other] = readExplorePage("companies", "/", { rows: [{ preview: company }], pagination })?.rows ?? [];
    expect(other?.record).toMatchObject({ employeeCountBucket: "1-10", updatedAt: "2026-10-30" });
    expect(other?.preview?.amount).toBeNull();
  });

  it("is not read from anything else", () => {
    for (const response of [undefined, [], { rows: {} }, { rows: [] }, { data: [], pagination }])
      expect(readExplorePage("funding", "/", response)).toBeUndefined();
  });
});
