/** How many events of a query have been discovered since somebody looked last. Counting is free, and stops early. */
import type { FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { newSince } from "@/lib/contract/saved";
import { MAX_COUNTED } from "@/lib/contract/saved-counts";
import type { Pools } from "@/service/store/pools";
import { periodOf } from "./clauses";
import { SOURCES } from "./feeds";
import type { FeedSource } from "./source";
import { Values } from "./statement";

/** Feeds of events; of the directories nothing is new, but changed. */
const COUNTED: readonly FeedName[] = ["funding", "acquisitions", "execMoves"];

/**
 * Undefined where nothing is counted. Only announcements from the overlap on are looked through, as loading what is new
 * does: the index by announcement then bounds the work, and the number is that of the rows that will come.
 */
export async function countNew(
  pools: Pools,
  feed: FeedName,
  query: AnyQuery,
  lastSeenAt: string,
  overlapDays: number,
): Promise<number | undefined> {
  if (!COUNTED.includes(feed)) return undefined;
  const since = newSince(lastSeenAt, overlapDays);
  const { since: asked, until } = periodOf(query);
  const from = asked !== undefined && asked.getTime() > Date.parse(since) ? query.since : since;
  if (until !== undefined && until.getTime() < Date.parse(since)) return 0;
  const source: FeedSource = SOURCES[feed];
  const { relation, narrow, filters, stretch } = source.question({ ...query, since: from }, undefined, 0);
  const values = new Values();
  const where = [...narrow, ...filters, ...stretch].map((clause) => clause(values));
  where.push(`discovered_at > ${values.add(lastSeenAt)}::timestamptz`);
  const found = `select from ${relation(values)} r where ${where.join(" and ")} limit ${MAX_COUNTED + 1}`;
  const { rows } = await pools.totals.query<{ number: number }>({
    text: `select count(*) as number from (${found}) found`,
    values: [...values.list],
  });
  return rows[0]?.number;
}
