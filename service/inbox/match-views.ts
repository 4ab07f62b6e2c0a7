/** Which saved views new events match: found by the index over views, decided by the predicate of `lib/filters`. */

import { canonicalizeQuery, parseFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { toFreeQuery } from "@dealflow/contract/free-query";
import { getListReader } from "@dealflow/contract/list-readers";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/naics";
import type pg from "pg";
import { matcher } from "@/lib/filters/predicate";
import { type CreatedEvent, recordKeys } from "@/service/records/match-keys";

export interface ViewMatch {
  readonly created: CreatedEvent;
  readonly workspaceId: string;
  readonly viewId: string;
}

interface Candidate {
  readonly key: string;
  readonly workspace_id: string;
  readonly id: string;
  readonly feed: FeedName;
  readonly query: string;
}

const CANDIDATES = `select k.match_key as key, v.workspace_id, v.id, v.feed, v.query
  from unnest($1::text[]) wanted (key)
    join view_match_keys k on k.match_key = wanted.key
    join saved_views v on v.workspace_id = k.workspace_id and v.id = k.view_id`;

export async function matchViews(client: pg.ClientBase, created: readonly CreatedEvent[]): Promise<ViewMatch[]> {
  const keyed = created.map((one) => ({ one, keys: recordKeys(one.event, one.record) }));
  const wanted = [...new Set(keyed.flatMap(({ keys }) => keys))];
  const { rows } = await client.query<Candidate>(CANDIDATES, [wanted]);
  const tests = readTests(rows);
  const byKey = new Map<string, Candidate[]>(wanted.map((key) => [key, []]));
  for (const row of rows) byKey.get(row.key)?.push(row);
  return keyed.flatMap(({ one, keys }) => {
    // Two keys of a deal, by the countries of its two companies, may find one view.
    const found = keys.flatMap((key) => byKey.get(key) ?? []);
    const views = new Map(found.map((row) => [`${row.workspace_id} ${row.id}`, row]));
    return [...views.values()]
      .filter((row) => tests.get(addressOf(row))?.(one.record) === true)
      .map((row) => ({ created: one, workspaceId: row.workspace_id, viewId: row.id }));
  });
}

type Test = (record: unknown) => boolean;

function addressOf({ feed, query }: Candidate): string {
  return `${feed}?${query}`;
}

/**
 * By feed and query, which many views may share. Nobody owns a new event, and that it matches is free to know: a view matches what
 * previews say, and one with a text matches nothing.
 */
function readTests(candidates: readonly Candidate[]): Map<string, Test> {
  const classification = { resolve: resolveNaics, ancestry: naicsAncestry };
  return new Map(
    candidates.map((row): [string, Test] => {
      const feed = FEEDS[row.feed];
      const { query, issues } = parseFeedQuery(feed, new URLSearchParams(row.query), getListReader);
      const free = toFreeQuery(row.feed, canonicalizeQuery(feed, query).query);
      if (issues.length > 0 || free.ownedOnly) return [addressOf(row), () => false];
      const matches = matcher(feed, free.query, classification);
      return [addressOf(row), (record) => matches(record) === true];
    }),
  );
}
