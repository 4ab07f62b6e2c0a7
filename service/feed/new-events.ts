/** Counts the events of a query that have been discovered since the last visit. Counting is free, and stops early. */

import { newSince } from "@dealflow/contract/account/saved";
import { MAX_COUNTED } from "@dealflow/contract/account/saved-counts";
import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import type { Pools } from "@/service/store/pools";
import { SOURCES } from "./feeds";
import { type PurchaseScope, purchasedSource, unpurchasedSource } from "./purchases/purchased";
import { getPeriod } from "./sources/clauses";
import { type Clause, type FeedSource, joinClauses, Values } from "./sources/source";

/** Only event feeds are counted; the directories have changes, not new rows. */
const COUNTED: readonly FeedName[] = ["funding", "acquisitions", "execMoves"];

interface View {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  /** The service sets this instant, or it is the beginning of a day. */
  readonly lastSeenAt: string;
}

/**
 * Returns undefined for feeds without counts. Only announcements within the overlap are read, as loading new rows does:
 * the index by announcement then bounds the work, and the number is that of the rows that will be loaded.
 */
export async function countNewEvents(
  pools: Pools,
  { feed, query, lastSeenAt }: View,
  overlapDays: number,
  purchases: PurchaseScope,
): Promise<number | undefined> {
  if (!COUNTED.includes(feed)) return undefined;
  const since = newSince(lastSeenAt, overlapDays);
  const { since: querySince, until } = getPeriod(query);
  const from = querySince !== undefined && querySince.getTime() > Date.parse(since) ? query.since : since;
  if (until !== undefined && until.getTime() < Date.parse(since)) return 0;
  const free = toFreeQuery(feed, { ...query, since: from });
  const source: FeedSource = SOURCES[feed];
  const values = new Values();
  const discovered: Clause = (list) => `discovered_at > ${list.add(lastSeenAt)}::timestamptz`;
  const matches = (of: FeedSource, by: AnyQuery) => {
    const { relation, selective, filters, range } = of.buildQuery(by, undefined, 0);
    const condition = joinClauses([...selective, ...filters, ...range, discovered], values);
    return `(select from ${relation(values)} r where ${condition} limit ${MAX_COUNTED + 1})`;
  };
  const parts = free.exact
    ? [matches(source, free.query)]
    : [matches(purchasedSource(source, purchases), free.ownedQuery)];
  if (!free.exact && !free.ownedOnly) parts.push(matches(unpurchasedSource(source, purchases), free.query));
  const { rows } = await pools.totals.query<{ number: number }>({
    text: `select least(count(*), ${MAX_COUNTED + 1}) as number from (${parts.join(" union all ")}) found`,
    values: [...values.list],
  });
  return rows[0]?.number;
}
