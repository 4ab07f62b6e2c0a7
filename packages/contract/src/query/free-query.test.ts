import { expect, test } from "vitest";
import { AMOUNT_BANDS_USD, amountBand } from "../records/amount-bands";
import { toFreeQuery } from "./free-query";

test("a query that previews decide stays as it is", () => {
  const query = { round: ["seed"], minAmountUsd: 5_000_000, since: "2026-01-31", until: "2026-02-28T23:59:59.999Z" };
  expect(toFreeQuery("funding", query)).toEqual({
    query,
    ownedQuery: query,
    widened: false,
    ownedOnly: false,
    exact: true,
  });
});

test("amounts are widened to the edges of their bands, for records that are not owned", () => {
  const query = { minAmountUsd: 7_300_000, maxAmountUsd: 12_000_000 };
  expect(toFreeQuery("funding", query)).toEqual({
    query: { minAmountUsd: 5_000_000, maxAmountUsd: 24_999_999.99 },
    ownedQuery: query,
    widened: true,
    ownedOnly: false,
    exact: false,
  });
});

test("a maximum at an edge means below it, and nothing needs to be said about that", () => {
  const free = toFreeQuery("acquisitions", { maxAmountUsd: 10_000_000 });
  expect(free.query.maxAmountUsd).toBe(9_999_999.99);
  expect(free).toMatchObject({ widened: false, exact: false });
});

test("nothing is below a maximum of 0, in a query that is valid itself", () => {
  const { query } = toFreeQuery("funding", { maxAmountUsd: 0 });
  expect(query.minAmountUsd).toBe(query.maxAmountUsd);
  expect(query.minAmountUsd).toBeGreaterThan(1e16);
});

test("a maximum in the open band still asks for a known amount", () => {
  expect(toFreeQuery("funding", { maxAmountUsd: 6_000_000_000 }).query.maxAmountUsd).toBeGreaterThan(1e15);
});

test("whether an amount matches a widened query depends on its band alone", () => {
  const probes = AMOUNT_BANDS_USD.flatMap((edge) => [edge, edge + 0.01, edge * 1.5 + 1, edge * 2 + 0.99]);
  for (const requested of probes)
    for (const other of probes) {
      const { query } = toFreeQuery("funding", { minAmountUsd: requested, maxAmountUsd: requested });
      const band = amountBand(other);
      const matches = (usd: number) => usd >= Number(query.minAmountUsd) && usd <= Number(query.maxAmountUsd);
      expect(matches(other)).toBe(matches(band?.minUsd ?? -1));
      expect(matches(other)).toBe(matches((band?.maxUsd ?? 1e15) - 0.01));
    }
});

test("dates are widened to whole days of UTC", () => {
  const query = { since: "2026-01-31T23:30:00-02:00", until: "2026-02-03T10:00:00Z" };
  expect(toFreeQuery("execMoves", query)).toMatchObject({
    query: { since: "2026-02-01", until: "2026-02-03" },
    ownedQuery: query,
    widened: true,
  });
});

test("texts match owned records only", () => {
  for (const query of [{ search: "acme" }, { domain: "acme.example" }])
    expect(toFreeQuery("companies", query)).toMatchObject({ ownedOnly: true, exact: false, widened: false });
  expect(toFreeQuery("execMoves", { personId: "0190a0a0-0000-7000-8000-00000000000a" }).ownedOnly).toBe(true);
});

test("money raised is widened for owned companies too, whose records do not hold it", () => {
  const free = toFreeQuery("companies", { minRaisedLast12mUsd: 7_000_000, minFoundedYear: 2019 });
  expect(free.query).toEqual({ minRaisedLast12mUsd: 5_000_000, minFoundedYear: 2019 });
  expect(free.ownedQuery).toEqual(free.query);
});
