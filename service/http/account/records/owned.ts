/**
 * Serves what a workspace has purchased, by ids and names: GET /account/v1/purchased/:feed/records,
 * /account/v1/owned-names, /account/v1/owned-investors/:id, /account/v1/owned-timelines and
 * /account/v1/watchlist/events. All of it is free.
 */

import { OWNED_NAMES, OWNED_NAMES_ID, OWNED_NAMES_SEARCH, RECORD_ID } from "@dealflow/contract/account/free-explore";
import { type OwnedPart, PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { LIMIT } from "@dealflow/contract/feeds";
import { isUuid } from "@dealflow/contract/query/syntax";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import type { Context } from "hono";
import { readCurrentIds } from "@/service/feed/find-company";
import { readKnownCompanies } from "@/service/feed/purchases/known";
import { findOwnedNames, readOwnedInvestor, readOwnedRecords, readWatchedEvents } from "@/service/feed/purchases/owned";
import { getOwnedParts } from "@/service/feed/purchases/owned-timeline";
import { findPurchased, readPurchases } from "@/service/feed/purchases/purchased";
import { readTimeline } from "@/service/feed/timeline";
import { ApiError } from "../../api-error";
import type { Env } from "../../context";
import { getFeedParameter } from "../../read-request";
import { handleEach } from "../endpoint-handlers";
import { readId } from "./explore";

/** Letters of a search; more are never typed. */
const LONGEST_SEARCH = 200;

export const OWNED_HANDLERS = handleEach(PURCHASES, {
  purchasedRecords: async ({ pools }, { c, purchases }) => {
    const ids = readIds(c, RECORD_ID);
    const records = await readOwnedRecords(pools.primary.fixed, purchases, getFeedParameter(c), ids);
    return { rows: records.map(toRow) };
  },

  ownedInvestor: async ({ pools }, { id, purchases }) => {
    const { investor, rounds, total } = await readOwnedInvestor(pools.primary.fixed, purchases, id);
    return { investor: investor === undefined ? null : toRow(investor), rounds: rounds.map(toRow), total };
  },

  watchedEvents: async ({ pools }, { purchases }) => {
    const companies = await readWatchedEvents(pools.primary.fixed, purchases);
    return {
      companies: companies.map(({ id, events, cents, feed, record }) => ({
        id,
        events,
        raisedUsd: cents === null ? null : cents / 100,
        latest: { feed, record: JSON.parse(record) },
      })),
    };
  },

  ownedNames: async ({ pools }, { c, purchases }) => {
    const search = c.req.query(OWNED_NAMES_SEARCH);
    if (search === undefined) {
      const companies = await readKnownCompanies(pools.primary.fixed, purchases, readIds(c, OWNED_NAMES_ID));
      return { companies, investors: [], people: [] };
    }
    const text = search.trim();
    if (text.length < OWNED_NAMES.minLetters || text.length > LONGEST_SEARCH)
      throw new ApiError(
        "INVALID_INPUT",
        `${OWNED_NAMES_SEARCH} must have ${OWNED_NAMES.minLetters} to ${LONGEST_SEARCH} letters`,
      );
    return findOwnedNames(pools.primary.filtered, purchases, text);
  },

  /** Lists owned timelines. Nothing is read about a company that is not owned itself. */
  ownedTimelines: async ({ payOnceDays, pools }, { c, purchases }) => {
    const given = readIds(c, RECORD_ID);
    if (payOnceDays === 0) return { timelines: given.map(() => []) };
    const ids = await readCurrentIds(pools.primary.fixed, given);
    const owned = await readPurchases(pools.primary.fixed, purchases, "companies", ids);
    const timelines: OwnedPart[][] = [];
    for (const id of ids) {
      const purchasedAt = owned.purchasedAt.get(id);
      const timeline =
        purchasedAt === undefined ? undefined : await readTimeline(pools.primary.fixed, id, INCLUDES, "dashboard");
      if (purchasedAt === undefined || timeline === undefined) {
        timelines.push([]);
        continue;
      }
      const purchased = await findPurchased(pools.primary.fixed, purchases, timeline.keys);
      const parts = getOwnedParts(timeline, purchased).map(({ timeline: text, ...part }) => ({
        ...part,
        timeline: JSON.parse(text),
        purchasedAt,
        requestId: null,
        creditsUsed: null,
      }));
      timelines.push(parts);
    }
    return { timelines };
  },
});

const INCLUDES = TIMELINE_INCLUDES.map(({ value }) => value);

function readIds(c: Context<Env>, parameter: string): readonly string[] {
  const ids = c.req.queries(parameter) ?? [];
  if (ids.length === 0 || ids.length > LIMIT.max || !ids.every(isUuid))
    throw new ApiError("INVALID_INPUT", `${parameter} must be given 1 to ${LIMIT.max} times, each time with an id`);
  return ids;
}

function toRow({ record: text, at }: { readonly record: string; readonly at: Date }) {
  const record = JSON.parse(text);
  return { key: readId(record), record, purchasedAt: at.toISOString() };
}
