/** How many events of a query have been discovered since the last visit. Counting is free, and stops early. */
import type { FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { newSince } from "@/lib/contract/saved";
import { MAX_COUNTED } from "@/lib/contract/saved-counts";
import type { Pools } from "@/service/store/pools";
import { periodOf } from "./clauses";
import { SOURCES } from "./feeds";
import { type Clause, type FeedSource, joinClauses } from "./source";
import { Values } from "./statement";

/** Event feeds; the directories have changes, not new rows. */
const COUNTED: readonly FeedName[] = ["funding", "acquisitions", "execMoves"];

/**
 * Undefined where nothing is counted. Only announcements within the overlap are read, as loading new rows
 * does: the index by announcement then bounds the work, and the number is that of the rows that will be loaded.
 */
export async function countNewEvents(
  pools: Pools,
  feed: FeedName,
  query: AnyQuery,
  lastSeenAt: string,
  overlapDays: number,
): Promise<number | undefined> {
  if (!COUNTED.includes(feed)) return undefined;
  const since = newSince(lastSeenAt, overlapDays);
  const { since: querySince, until } = periodOf(query);
  const from = querySince !== undefined && querySince.getTime() > Date.parse(since) ? query.since : since;
  if (until !== undefined && until.getTime() < Date.parse(since)) return 0;
  const source: FeedSource = SOURCES[feed];
  const { relation, selective, filters, range } = source.buildQuery({ ...query, since: from }, undefined, 0);
  const discovered: Clause = (values) => `discovered_at > ${values.add(lastSeenAt)}::timestamptz`;
  const values = new Values();
  const condition = joinClauses([...selective, ...filters, ...range, discovered], values);
  const matches = `select from ${relation(values)} r where ${condition} limit ${MAX_COUNTED + 1}`;
  const { rows } = await pools.totals.query<{ number: number }>({
    text: `select count(*) as number from (${matches}) found`,
    values: [...values.list],
  });
  return rows[0]?.number;
}
