/** What the bare server runs in place of the service for one page of a feed. */
import type { CursorPosition } from "@dealflow/contract/cursor";
import type { Paging } from "@dealflow/contract/feed-query";
import type { AnyQuery } from "@dealflow/contract/filters";
import { getConditions } from "@/service/feed/clauses";
import { readStatistics } from "@/service/feed/estimate";
import { planPage } from "@/service/feed/page-plan";
import { readGenerations } from "@/service/feed/ranking";
import type { FeedSource } from "@/service/feed/source";
import { totalStatement } from "@/service/feed/totals";
import type { Pools } from "@/service/store/pools";
import type { BareStatement } from "./bare-server";

/** The statements whose rows are sent: of two plans the one that fills the page. */
export async function finalStatements(
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
