/** Parses a subscription's selections: events, each with filters as query text. */

import type { AnyQuery } from "@dealflow/contract/filters";
import { filterParameters } from "@dealflow/contract/filters";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { nameHint } from "@dealflow/contract/query/nearest";
import { quote } from "@dealflow/contract/query/quote";
import { WEBHOOK_FEEDS, type WebhookEventName } from "@dealflow/contract/webhook-events";

export interface Selection {
  readonly event: WebhookEventName;
  /** The query is canonical. */
  readonly query: string;
}

export interface ParsedSelection extends Selection {
  readonly filters: AnyQuery;
}

/** Returns the selection in its canonical form, or the first problem with it. */
export function parseSelection({ event, query }: Selection): ParsedSelection | { readonly problem: string } {
  const feed = WEBHOOK_FEEDS[event];
  const search = new URLSearchParams(query);
  const known = feed.filters.flatMap((filter) => [
    ...filterParameters(filter),
    ...(filter.kind === "many" ? (filter.aliases ?? []) : []),
  ]);
  // Paging is part of a feed and not of a subscription.
  const unknown = [...search.keys()].find((name) => !known.includes(name.replace(/\[\d*\]$/, "")));
  if (unknown !== undefined)
    return { problem: `${quote(unknown)} is not a filter of ${event}; ${nameHint(unknown, known)}` };
  const { canonical, issues } = parseFeedQuery(feed, search, getListReader);
  const [issue] = issues;
  if (issue !== undefined) return { problem: issue.message };
  return { event, query: canonical.text, filters: canonical.query };
}
