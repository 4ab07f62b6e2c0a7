/** The shapes of request that the feed is measured by, and what each asks of the service and of the bare server. */
import type { CursorPosition } from "@/lib/contract/cursor";
import { FEEDS } from "@/lib/contract/feeds";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { QUERIES } from "@/lib/contract/queries";
import { readQuery } from "@/lib/contract/wire";
import { canonicalFilters } from "@/service/feed/canonical";
import { writeCursor } from "@/service/feed/cursor";
import { readStatistics } from "@/service/feed/estimate";
import { EVENT_TABLES } from "@/service/feed/event-feeds";
import { pagePlan, totalStatement } from "@/service/feed/event-sql";
import type { Pools } from "@/service/store/pools";
import type { BareShape } from "./bare-server";
import { RARE } from "./feed-data";

export interface Shape {
  readonly name: string;
  readonly query: string;
  /** Shares of the feed's depth at which pages begin; none: at the newest record. */
  readonly depths: readonly number[];
}

/** Enough different pages that none is in the service's memory any more when its turn comes again. */
const DIFFERENT_PAGES = 2_000;

export const SHAPES: readonly Shape[] = [
  { name: "newest", query: "", depths: [] },
  { name: "at 90 % of the depth", query: "", depths: [0.9] },
  {
    name: "another page each time",
    query: "",
    depths: Array.from({ length: DIFFERENT_PAGES }, (_, index) => index / DIFFERENT_PAGES),
  },
  { name: "with total", query: "includeTotal=true", depths: [] },
  {
    name: "2 rounds, 3 countries, from $5m",
    query: "round=seed&round=series-a&countries=US&countries=GB&countries=DE&minAmountUsd=5000000",
    depths: [],
  },
  { name: "rare, 3 matches", query: `round=${RARE.round}&countries=${RARE.country}`, depths: [] },
];

export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Prepared {
  readonly service: readonly Request[];
  readonly bare: readonly Request[];
  /** What the bare server has to know to answer its requests. */
  readonly bareShapes: readonly BareShape[];
}

export interface Account {
  readonly workspaceId: string;
  readonly key: string;
}

/** Requests of a shape: the service's come from all workspaces in turn. */
export async function prepare(
  shape: Shape,
  pools: Pools,
  events: number,
  accounts: readonly Account[],
  secret: string,
): Promise<Prepared> {
  const source = EVENT_TABLES.funding;
  const query = QUERIES.funding.parse(readQuery(new URLSearchParams(shape.query), FEEDS.funding).values);
  const filters = canonicalFilters(query);
  const statistics = await readStatistics(pools.totals, source.table);
  const positions = await positionsAt(pools, events, shape.depths);
  const service: Request[] = [];
  const bareShapes: BareShape[] = [];
  for (const [index, position] of positions.entries()) {
    const plan = pagePlan(source, query, position, query.limit + 1, statistics);
    const [first, last] = [plan.stages[0], plan.stages.at(-1)];
    if (first === undefined || last === undefined) throw new Error("A plan has a stage.");
    // The bare server runs the one statement whose rows are sent.
    const filled =
      first === last ||
      (await pools[plan.pool].query({ text: first.text, values: [...first.values] })).rows.length > query.limit;
    const { text, values } = filled ? first : last;
    const total = query.includeTotal ? totalStatement(source, query) : undefined;
    bareShapes.push({
      path: `/${SHAPES.indexOf(shape)}/${index}`,
      page: { pool: plan.pool, ...(plan.pool === "fixed" ? { name: "page" } : {}), text, values: [...values] },
      ...(total === undefined ? {} : { total: { text: total.text, values: [...total.values] } }),
    });
    // One page is asked for by every workspace; of many pages each by one.
    for (const account of positions.length === 1 ? accounts : [accounts[index % accounts.length]]) {
      if (account === undefined) continue;
      const search = new URLSearchParams(shape.query);
      const scope = { feed: FEEDS.funding, filters, workspaceId: account.workspaceId };
      if (position !== undefined) search.set("cursor", writeCursor(scope, position, secret));
      const path = `${FEEDS.funding.path}${search.size > 0 ? `?${search}` : ""}`;
      service.push({ path, headers: { [API_KEY_HEADER]: account.key } });
    }
  }
  return { service, bareShapes, bare: bareShapes.map(({ path }) => ({ path, headers: {} })) };
}

async function positionsAt(
  pools: Pools,
  events: number,
  depths: readonly number[],
): Promise<(CursorPosition | undefined)[]> {
  if (depths.length === 0) return [undefined];
  const { rows } = await pools.main.query<{ id: string; announced_at: Date }>(
    `select id, announced_at from (
       select id, announced_at, row_number() over (order by announced_at desc, id desc) as position from funding_events
     ) numbered where position = any($1::bigint[]) order by position`,
    [depths.map((depth) => Math.floor(events * depth) + 1)],
  );
  return rows.map((row) => ({ key: row.announced_at.getTime(), id: row.id }));
}
