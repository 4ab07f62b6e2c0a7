/** Turns a shape into requests of the service, and into the equivalent statements of the bare server. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import { type Paging, parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { BATCH_FIELD, TIMELINE_PATH } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { readStatistics } from "@/service/feed/estimate";
import { SOURCES } from "@/service/feed/feeds";
import { planPage } from "@/service/feed/page-plan";
import { readGenerations } from "@/service/feed/ranking";
import { getConditions } from "@/service/feed/sources/clauses";
import type { FeedSource } from "@/service/feed/sources/source";
import { timelineStatements } from "@/service/feed/timeline";
import { writeCursor } from "@/service/feed/tokens/cursor";
import { totalStatement } from "@/service/feed/totals";
import type { Pools } from "@/service/store/pools/pools";
import { LONG } from "../harness/feed-data";
import type { Request } from "../harness/load";
import type { Account } from "../harness/workspaces";
import type { BareShape, BareStatement } from "./bare-server";
import type { FeedShape, Shape, TimelineShape } from "./shapes";

export interface Prepared {
  readonly service: readonly Request[];
  /** The bare server gets requests of these paths. */
  readonly bare: readonly BareShape[];
}

/** Builds the requests of a shape: the service's come from all workspaces in turn. `number` distinguishes shapes. */
export function prepare(
  shape: Shape,
  number: number,
  pools: Pools,
  accounts: readonly Account[],
  secret: string,
): Promise<Prepared> {
  return shape.kind === "timeline"
    ? prepareTimeline(shape, number, pools, accounts)
    : prepareFeed(shape, number, pools, accounts, secret);
}

async function prepareFeed(
  shape: FeedShape,
  number: number,
  pools: Pools,
  accounts: readonly Account[],
  secret: string,
): Promise<Prepared> {
  const source: FeedSource = SOURCES[shape.feed];
  const positions = await positionsAt(pools, shape.depths);
  const service: Request[] = [];
  const bare: BareShape[] = [];
  for (const text of shape.queries)
    for (const position of positions) {
      const index = bare.length;
      const { query, canonical, paging } = parseFeedQuery(FEEDS[shape.feed], new URLSearchParams(text), getListReader);
      bare.push({
        path: `/${number}/${index}`,
        statements: await finalStatements(pools, source, query, paging, position),
      });
      // Every workspace requests a single page; many pages are shared out, each to one workspace.
      const clients = shape.queries.length * positions.length === 1 ? accounts : [accounts[index % accounts.length]];
      for (const account of clients) {
        if (account === undefined) continue;
        const search = new URLSearchParams(text);
        const scope = { feed: source.feed, filters: canonical.text, workspaceId: account.workspaceId };
        if (position !== undefined) search.set("cursor", writeCursor(scope, position, secret));
        const path = `${source.feed.path}${search.size > 0 ? `?${search}` : ""}`;
        service.push({ path, headers: { [API_KEY_HEADER]: account.key } });
      }
    }
  return { service, bare };
}

async function prepareTimeline(
  shape: TimelineShape,
  number: number,
  pools: Pools,
  accounts: readonly Account[],
): Promise<Prepared> {
  const { rows } = await pools.jobs.query<{ domain: string; id: string }>(
    shape.companies === 1
      ? { text: "select domain, company_id as id from company_domains where domain = $1", values: [LONG.domain] }
      : {
          text: `select d.domain, d.company_id as id from company_domains d
            where exists (select from funding_events e where e.company_id = d.company_id) and d.domain <> $2
            order by d.domain limit $1`,
          values: [shape.companies, LONG.domain],
        },
  );
  const include = TIMELINE_INCLUDES.map((kind) => kind.value);
  const statements = rows.flatMap(({ id }) =>
    timelineStatements(id, include).map((statement) => ({ pool: "fixed" as const, ...statement })),
  );
  const domains = rows.map(({ domain }) => ({ domain }));
  const request =
    shape.companies === 1
      ? { path: `${TIMELINE_PATH}?${new URLSearchParams(domains[0])}` }
      : { path: TIMELINE_PATH, body: JSON.stringify({ [BATCH_FIELD]: domains }) };
  const service = accounts.map(({ key }) => ({ ...request, headers: { [API_KEY_HEADER]: key } }));
  return { service, bare: [{ path: `/${number}/0`, statements }] };
}

async function positionsAt(pools: Pools, depths: readonly number[]): Promise<(CursorPosition | undefined)[]> {
  if (depths.length === 0) return [undefined];
  const { rows: counted } = await pools.jobs.query<{ events: number }>("select count(*) as events from funding_events");
  const events = counted[0]?.events ?? 0;
  const { rows } = await pools.jobs.query<{ id: string; announced_at: Date }>(
    `select id, announced_at from (
       select id, announced_at, row_number() over (order by announced_at desc, id desc) as position from funding_events
     ) numbered where position = any($1::bigint[]) order by position`,
    [depths.map((depth) => Math.floor(depth * events) + 1)],
  );
  return rows.map((row) => ({ key: row.announced_at.getTime(), id: row.id }));
}

/** Returns the statements whose rows are sent: of two plans the one that fills the page. */
async function finalStatements(
  pools: Pools,
  source: FeedSource,
  query: AnyQuery,
  paging: Paging,
  position: CursorPosition | undefined,
): Promise<BareStatement[]> {
  const statistics = await readStatistics(pools.totals, source);
  const [generation = 0] = source.isRanked(query) ? await readGenerations(pools.fixed) : [];
  const select = source.buildQuery(query, position, generation);
  const plan = planPage(select, paging.limit + 1, getConditions(source, query), statistics);
  let page = plan.stages[0];
  for (const stage of plan.stages.slice(1)) {
    if (page === undefined) break;
    const { rows } = await pools[plan.pool].query({ text: page.text, values: [...page.values] });
    if (rows.length <= paging.limit) page = stage;
  }
  if (page === undefined) throw new Error("A plan has a stage.");
  const name = plan.pool === "fixed" ? { name: `page-${source.table}-${page.values.length}` } : {};
  const total = paging.includeTotal ? [{ pool: "totals" as const, ...totalStatement(source, query) }] : [];
  return [{ pool: plan.pool, ...name, ...page }, ...total];
}
