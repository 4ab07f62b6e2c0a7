/** Counts of one large segment, of which the rows that don't match may be counted, equal those of small ones. */
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { expect, it } from "vitest";
import { Chance } from "@/service/ingest/demo/random";
import { newId } from "@/service/store/new-id";
import { AMOUNT_COLUMN, getLayout } from "../layout";
import type { FactRow } from "../rows";
import { buildSegment } from "../segment";
import { summarize } from "./summarize";

const LAYOUT = getLayout("funding");
const ROWS = 24_000;
const DAY_MS = 86_400_000;

const values = {
  round: ["seed", "seed", "seed", "series-a", "debt"],
  countries: ["US", "US", "DE"],
  employeeBuckets: ["1-10", "11-50"],
};

function inventRows(): FactRow[] {
  const chance = new Chance(7);
  return Array.from({ length: ROWS }, () => ({
    id: newId(),
    time: Date.UTC(2016, 0, 1) + chance.between(0, 3_800) * DAY_MS,
    numbers: LAYOUT.numbers.map(() => (chance.happens(0.2) ? null : 100 * chance.between(1, 90) ** 4)),
    exactAmount: null,
    tokens: LAYOUT.facets.flatMap(({ param, prefix }) => {
      const listed = Object.entries(values).find(([name]) => name === param)?.[1];
      return listed === undefined || chance.happens(0.1) ? [] : `${prefix}${chance.pick(listed)}`;
    }),
  }));
}

const rows = inventRows();
const buildSegments = (parts: readonly (readonly FactRow[])[]) =>
  parts.map((part) => ({ segment: buildSegment(LAYOUT, part), live: undefined }));
const large = buildSegments([rows]);
const small = buildSegments([rows.slice(0, ROWS / 2), rows.slice(ROWS / 2)]);

it.each([
  {},
  { round: ["seed"] },
  { round: ["debt"] },
  { countries: ["US"], round: ["seed", "series-a"] },
  { employeeBuckets: ["1-10"], countries: ["US"], round: ["debt"] },
  { since: "2017-05-06" },
  { since: "2017-05-06", round: ["seed", "series-a"] },
  { minAmountUsd: 1_000 },
])("matching %j", (query) => {
  const read = (previews: typeof large, split: string | undefined) =>
    summarize(LAYOUT, { previews, owned: [] }, toFreeQuery("funding", query), split);
  // What the first summary of a segment keeps is used by the others.
  for (const split of ["round", undefined, "round"]) expect(read(large, split)).toEqual(read(small, split));
  expect(read(large, "round")?.total).toBeGreaterThan(0);
});

it("counts a facet of more sets of values than 16 bits number", () => {
  const { param, prefix } = LAYOUT.facets.find((one) => one.param === "industryGroups") ?? { param: "", prefix: "" };
  const count = 66_000;
  const unlike = Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), time: index, exactAmount: null, numbers: LAYOUT.numbers.map(() => null) },
    tokens: [`${prefix}${index}`],
  }));
  const segments = { previews: buildSegments([unlike]), owned: [] };
  const facet = summarize(LAYOUT, segments, toFreeQuery("funding", {}), undefined)?.facets[param] ?? {};
  expect(Object.keys(facet)).toHaveLength(count);
  expect([facet["0"]?.count, facet[count - 1]?.count]).toEqual([1, 1]);
});

it("sums more amounts than 16 bits number, and rows without one", () => {
  const count = 66_000;
  const unlike = Array.from({ length: count + 10 }, (_, index) => ({
    ...{ id: newId(), time: index, exactAmount: null, tokens: [] },
    numbers: LAYOUT.numbers.map((column) => (column === AMOUNT_COLUMN && index < count ? 100 * index : null)),
  }));
  const segments = { previews: [], owned: buildSegments([unlike]) };
  const summary = summarize(LAYOUT, segments, toFreeQuery("funding", {}), "round");
  const sumUsd = (count * (count - 1)) / 2;
  expect(summary).toMatchObject({ total: count + 10, amounts: { count, sumUsd, medianUsd: (count - 1) / 2 } });
});
