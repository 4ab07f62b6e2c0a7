import { newSince, type SavedView } from "@dealflow/contract/account/saved";
import { FEEDS } from "@dealflow/contract/feeds";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { parseInstant } from "@dealflow/contract/query/syntax";
import { parseAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";

export type NewAddress = NonNullable<ReturnType<typeof newAddress>>;

/**
 * Returns the address that loads what is new in a view; undefined when its own dates end before that, or when it holds
 * a filter that no longer exists, which a person has to see before anything is bought for it.
 */
export function newAddress(
  { feed, query, lastSeenAt }: Pick<SavedView, "feed" | "query" | "lastSeenAt">,
  overlapDays: number,
) {
  const address = parseAddress(FEEDS[feed], query);
  if (address.issues.length > 0) return undefined;
  const { since: own, until } = address.query;
  const from = newSince(lastSeenAt, overlapDays);
  const ownAt = typeof own === "string" ? parseInstant(own, "start") : undefined;
  const untilAt = typeof until === "string" ? parseInstant(until, "end") : undefined;
  if (untilAt !== undefined && untilAt < Date.parse(from)) return undefined;
  const since = typeof own === "string" && ownAt !== undefined && ownAt > Date.parse(from) ? own : from;
  const canonical = serializeFeedQuery(FEEDS[feed], { ...address.query, since });
  return { href: `${PAGES[feed]}?${canonical}`, canonical, since };
}
