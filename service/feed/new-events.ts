/** Counts and lists the events of a query that have been discovered since the last visit. Both are free, and stop early. */

import { type NewInView, newSince } from "@dealflow/contract/account/saved";
import { KIND_PARAMETERS, MAX_COUNTED } from "@dealflow/contract/account/saved-counts";
import { type EventFeedName, FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { bandMiddleUsd } from "@dealflow/contract/records/amount-bands";
import { factsAt } from "@dealflow/contract/records/facts";
import { firstIdAt } from "@/service/store/new-id";
import type { Pools } from "@/service/store/pools/pools";
import { SOURCES } from "./feeds";
import { redactRecord } from "./preview";
import { type PurchaseScope, purchasedSource, unpurchasedSource } from "./purchases/purchased";
import { getPeriod } from "./sources/clauses";
import { type Clause, type FeedSource, joinClauses, type Statement, Values } from "./sources/source";

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
  view: View,
  overlapDays: number,
  purchases: PurchaseScope,
): Promise<number | undefined> {
  if (!COUNTED.includes(view.feed)) return undefined;
  const select = selectNew(view, overlapDays, purchases, "", "");
  if (select === undefined) return 0;
  const { rows } = await pools.primary.totals.query<{ number: number }>({
    text: `select least(count(*), ${MAX_COUNTED + 1}) as number from (${select.text}) found`,
    values: [...select.values],
  });
  return rows[0]?.number;
}

interface NewEvent {
  readonly id: string;
  /** The record is JSON text. */
  readonly record: string;
}

/** Returns the events that `countNewEvents` counts, the newest first; none for feeds without counts. */
export async function listNewEvents(
  pools: Pools,
  view: View,
  overlapDays: number,
  purchases: PurchaseScope,
): Promise<readonly NewEvent[]> {
  const order = "order by announced_at desc, id desc";
  const select = COUNTED.includes(view.feed)
    ? selectNew(view, overlapDays, purchases, "id, record, announced_at", order)
    : undefined;
  if (select === undefined) return [];
  const { rows } = await pools.primary.totals.query<NewEvent>({
    text: `select id, record from (${select.text}) found ${order} limit ${MAX_COUNTED + 1}`,
    values: [...select.values],
  });
  return rows;
}

/** Returns undefined when the query's own period ends before anything can be new. */
function selectNew(
  { feed, query, lastSeenAt }: View,
  overlapDays: number,
  purchases: PurchaseScope,
  columns: string,
  order: string,
): Statement | undefined {
  const since = newSince(lastSeenAt, overlapDays);
  const { since: querySince, until } = getPeriod(query);
  const from = querySince !== undefined && querySince.getTime() > Date.parse(since) ? query.since : since;
  if (until !== undefined && until.getTime() < Date.parse(since)) return undefined;
  const free = toFreeQuery(feed, { ...query, since: from });
  const source: FeedSource = SOURCES[feed];
  const values = new Values();
  // A source may state that it discovered an event before we stored it; its id says when that was.
  const discovered: Clause = (list) =>
    `(discovered_at > ${list.add(lastSeenAt)}::timestamptz or id >= ${list.add(firstIdAt(Date.parse(lastSeenAt)))}::uuid)`;
  const matches = (of: FeedSource, by: AnyQuery) => {
    const { relation, selective, filters, range } = of.buildQuery(by, undefined, 0);
    const condition = joinClauses([...selective, ...filters, ...range, discovered], values);
    return `(select ${columns} from ${relation(values)} r where ${condition} ${order} limit ${MAX_COUNTED + 1})`;
  };
  const parts = free.exact
    ? [matches(source, free.query)]
    : [matches(purchasedSource(source, purchases), free.ownedQuery)];
  if (!free.exact && !free.ownedOnly) parts.push(matches(unpurchasedSource(source, purchases), free.query));
  return { text: parts.join(" union all "), values: values.list };
}

/**
 * Sums events up: owned ones by their records, the others by their previews.
 * @param write seals the id of a record as its reference
 */
export function describeNewEvents(
  feed: EventFeedName,
  events: readonly NewEvent[],
  owned: ReadonlySet<string>,
  write: (id: string) => string,
): Omit<NewInView, "id"> {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const [amountPath] = filters.flatMap((filter) =>
    filter.kind === "range" && filter.unit === "usd" ? filter.facts : [],
  );
  const [kindPath = ""] =
    filters.find((one) => one.kind === "many" && one.param === KIND_PARAMETERS[feed])?.facts ?? [];
  const kinds = new Map<string, number>();
  const references: string[] = [];
  let [sum, about]: [number | null, boolean] = [null, false];
  for (const { id, record: text } of events) {
    const record: unknown = JSON.parse(text);
    const reference = write(id);
    const isOwned = owned.has(id);
    const preview = redactRecord(feed, record, reference);
    if (!isOwned && references.length < LIMIT.default) references.push(reference);
    const [kind] = factsAt(isOwned ? record : preview.record, kindPath);
    if (typeof kind === "string") kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { amount } = preview.preview;
    if (amountPath === undefined || amount === null) continue;
    const [exact] = factsAt(record, amountPath);
    sum = (sum ?? 0) + (isOwned && typeof exact === "number" ? exact : bandMiddleUsd(amount));
    about ||= !isOwned;
  }
  return {
    count: events.length,
    owned: events.filter(({ id }) => owned.has(id)).length,
    sumUsd: sum !== null && about ? Number(sum.toPrecision(2)) : sum,
    about,
    kinds: [...kinds]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    references,
  };
}
