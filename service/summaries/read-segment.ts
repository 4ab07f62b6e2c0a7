import type { AnyQuery } from "@dealflow/contract/filters";
import type pg from "pg";
import { type Clause, joinClauses, Values } from "@/service/feed/sources/source";
import { queryTokens } from "@/service/records/facets";
import { FOUNDER_PARAMETER, type Layout, type Precision, TOKEN_SEPARATOR } from "./layout";
import type { FactRow } from "./rows";
import { type Segment, SegmentBuilder } from "./segment";

/**
 * Tells whether a summary counts the record: it fails no filter, or only the filter of one facet.
 * @param failures 0 leaves out the records that fail one
 */
export function isCounted({ source, facets }: Layout, query: AnyQuery, failures: 0 | 1 = 1): Clause {
  const params = new Set(facets.map(({ param }) => param));
  const others = Object.fromEntries(Object.entries(query).filter(([param]) => !params.has(param)));
  const { relation, selective, filters, range } = source.buildQuery(others, undefined, 0);
  const ofFacets = facets.flatMap(({ param, filter }): Clause[] => {
    if (param === FOUNDER_PARAMETER) return query[param] === true ? [() => "f.has_founder"] : [];
    const tokens = queryTokens(filter, query);
    return tokens === undefined ? [] : [(values) => `r.facets && ${values.add(tokens)}::text[]`];
  });
  return (values) => {
    const required = joinClauses([...selective, ...filters, ...range], values);
    const rest = `r.id in (select id from ${relation(values)} q where ${required})`;
    if (failures === 0) return `${rest} and ${joinClauses(ofFacets, values)}`;
    if (ofFacets.length < 2) return rest;
    const passed = ofFacets.map((clause) => `(${clause(values)})::integer`);
    return `${rest} and ${passed.join(" + ")} >= ${passed.length - 1}`;
  };
}

/** Finds the ids in the order of their index: to look each up took PostgreSQL twice as long. To write their list here is faster. */
export function hasId(ids: readonly string[]): Clause {
  return (values) => `r.id = any(${values.add(`{${ids.join()}}`)}::uuid[])`;
}

type ReadRow = [id: string, time: number, ...numbersAndTokens: (number | string | null)[]];

/** This many rows are parsed at a time. */
const FETCHED = 10_000;

/**
 * Reads records as columns.
 * @param client within a transaction of one snapshot
 * @param expected about so many records
 */
export async function readSegment(
  client: pg.ClientBase,
  layout: Layout,
  precision: Precision,
  condition: Clause,
  expected = 1_000,
): Promise<Segment> {
  const builder = new SegmentBuilder(layout, expected);
  for await (const rows of fetchRows(client, layout, precision, condition))
    for (const row of rows) builder.add(toFactRow(row));
  return builder.build();
}

/** Reads records one by one. @param client within a transaction of one snapshot */
export async function readFacts(
  client: pg.ClientBase,
  layout: Layout,
  precision: Precision,
  condition: Clause,
): Promise<FactRow[]> {
  const facts: FactRow[] = [];
  for await (const rows of fetchRows(client, layout, precision, condition))
    for (const row of rows) facts.push(toFactRow(row));
  return facts;
}

/** PostgreSQL reads the next rows while these are used. */
async function* fetchRows(
  client: pg.ClientBase,
  layout: Layout,
  precision: Precision,
  condition: Clause,
): AsyncGenerator<readonly ReadRow[]> {
  const values = new Values();
  const select = `select ${layout.select[precision]} from ${layout.from} where ${condition(values)}`;
  await client.query(`declare facts no scroll cursor for ${select}`, values.list);
  const fetchNext = () => client.query<ReadRow>({ text: `fetch ${FETCHED} from facts`, rowMode: "array" });
  let fetching: ReturnType<typeof fetchNext> | undefined = fetchNext();
  while (fetching !== undefined) {
    const { rows }: pg.QueryResult<ReadRow> = await fetching;
    fetching = rows.length < FETCHED ? undefined : fetchNext();
    // Nobody waits for it when a row cannot be used.
    fetching?.catch(() => undefined);
    yield rows;
  }
  await client.query("close facts");
}

function toFactRow([id, time, ...others]: ReadRow): FactRow {
  const tokens = others.pop();
  const numbers = others.map((number) => (typeof number === "number" ? number : null));
  const exactAmount = numbers.pop() ?? null;
  return {
    id,
    time,
    numbers,
    exactAmount,
    tokens: typeof tokens === "string" && tokens !== "" ? tokens.split(TOKEN_SEPARATOR) : [],
  };
}
