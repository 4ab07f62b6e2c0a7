/** Makes previews: listed values, a day and the band of an amount of an unpurchased record, and never names. */

import type { Preview } from "@dealflow/contract/account/explore";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Filter, ListName } from "@dealflow/contract/filters";
import { resolveNaics } from "@dealflow/contract/query/naics";
import { amountBand } from "@dealflow/contract/records/amount-bands";
import { factsAt } from "@dealflow/contract/records/facts";
import { LISTS } from "@dealflow/contract/values/lists";
import type pg from "pg";

type Facts = Omit<Preview, "reference">;

const DAY_LENGTH = "YYYY-MM-DD".length;

const LISTED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([name, values]) => [name, new Set(values.map(({ value }) => value))]),
);

/** @param record parsed from its JSON text */
export function buildPreview(feed: FeedName, record: unknown): Facts {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const facets: Record<string, string[]> = {};
  let date = "";
  let amount: Facts["amount"] = null;
  for (const filter of filters) {
    if (filter.kind === "many" || filter.kind === "one" || filter.kind === "tree" || filter.kind === "flag") {
      const values = listedValues(filter, record);
      if (values.length > 0) facets[filter.param] = values;
    } else if (filter.kind === "dates") date = String(getFact(record, filter)).slice(0, DAY_LENGTH);
    else if (filter.kind === "range" && filter.unit === "usd") amount = amountBand(getNumber(getFact(record, filter)));
  }
  return { date, facets, amount, sources: factsAt(record, "sources").length, ...factsOfFeed(feed, record) };
}

function factsOfFeed(feed: FeedName, record: unknown): Partial<Facts> {
  const hasDomain = factsAt(record, "domain").length > 0;
  switch (feed) {
    case "funding":
      return { investors: factsAt(record, "investors").length };
    case "acquisitions":
      return { acquirer: acquirerFacets(record) };
    case "execMoves":
      return {};
    case "companies":
      return { hasDomain, foundedYear: getNumber(factsAt(record, "foundedYear")[0]) };
    case "investors":
      return { hasDomain };
  }
}

/** Returns the values of filters that match either side of a deal. */
function acquirerFacets(record: unknown): Record<string, string[]> {
  const facets: Record<string, string[]> = {};
  for (const filter of FEEDS.acquisitions.filters) {
    const path = filter.facts.find((fact) => fact.startsWith("acquirer."));
    if (filter.kind !== "many" || path === undefined) continue;
    const values = getListed(filter.list, factsAt(record, path).map(String));
    if (values.length > 0) facets[filter.param] = values;
  }
  return facets;
}

function getFact(record: unknown, { facts: [path] }: Filter): unknown {
  return path === undefined ? undefined : factsAt(record, path)[0];
}

function getNumber(fact: unknown): number | null {
  return typeof fact === "number" ? fact : null;
}

function listedValues(filter: Extract<Filter, { kind: "many" | "one" | "tree" | "flag" }>, record: unknown): string[] {
  // A flag of several facts means that all are known; a flag of one has that fact's value.
  if (filter.kind === "flag" && !filter.either)
    return filter.facts.length > 0 && filter.facts.every((path) => factsAt(record, path).length > 0) ? ["true"] : [];
  // A deal shows the values of the target: otherwise it would be unclear which party a value belongs to.
  const [first] = filter.facts;
  const values = first === undefined ? [] : factsAt(record, first).map(String);
  if (filter.kind === "flag") return values;
  if (filter.kind === "tree") return values.flatMap((code) => resolveNaics(code) ?? []);
  return getListed(filter.list, values);
}

/** Drops values that are in no list, which may be a source's own words. */
function getListed(list: ListName, values: readonly string[]): string[] {
  const listed = LISTED.get(list);
  return [...new Set(values.filter((value) => listed?.has(value)))];
}

type Metrics = Pick<Preview, "raised" | "knownPeople" | "hasFounder">;

export async function readMetrics(pool: pg.Pool, companyIds: readonly string[]): Promise<ReadonlyMap<string, Metrics>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; cents: number; people: number; founder: boolean }>({
    name: "metrics-of-previews",
    text: `select company_id as id, raised_last_12m_usd_cents::float8 as cents, known_people as people,
        has_founder as founder
      from company_figures where company_id = any($1::uuid[])`,
    values: [companyIds],
  });
  return new Map(
    rows.map(({ id, cents, people, founder }) => [
      id,
      { raised: amountBand(cents / 100), knownPeople: people, hasFounder: founder },
    ]),
  );
}
