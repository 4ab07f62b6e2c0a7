/**
 * Serves what a workspace has purchased, by ids and names: GET /account/v1/purchased/:feed/records,
 * /account/v1/owned-names, /account/v1/owned-investors/:id, /account/v1/owned-timelines and
 * /account/v1/watchlist/events. All of it is free.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { OWNED_NAMES, OWNED_NAMES_ID, OWNED_NAMES_SEARCH, RECORD_ID } from "@dealflow/contract/account/free-explore";
import type { OwnedPart } from "@dealflow/contract/account/purchases";
import { LIMIT } from "@dealflow/contract/feeds";
import { isUuid } from "@dealflow/contract/query/syntax";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import type { Context, Handler } from "hono";
import { readKnownCompanies } from "@/service/feed/purchases/known";
import { findOwnedNames, readOwnedInvestor, readOwnedRecords, readWatchedEvents } from "@/service/feed/purchases/owned";
import { getOwnedParts } from "@/service/feed/purchases/owned-timeline";
import { findPurchased, type PurchaseScope, purchasesSince, readPurchases } from "@/service/feed/purchases/purchased";
import { readTimeline } from "@/service/feed/timeline";
import { ApiError } from "../../api-error";
import type { Env, Services } from "../../context";
import { getIdParameter, respond } from "../request-input";
import { getFeedParameter, idOf } from "./explore";

/** Letters of a search; more are never typed. */
const LONGEST_SEARCH = 200;

export function getPurchasedRecordsHandler({ payOnceDays, pools }: Services): Handler<Env> {
  return async (c) => {
    const ids = readIds(c, RECORD_ID);
    const records = await readOwnedRecords(pools.fixed, purchaseScope(c, payOnceDays), getFeedParameter(c), ids);
    return respond(c, ACCOUNT.purchasedRecords, { rows: records.map(toRow) });
  };
}

export function getOwnedInvestorHandler({ payOnceDays, pools }: Services): Handler<Env> {
  return async (c) => {
    const owned = await readOwnedInvestor(pools.fixed, purchaseScope(c, payOnceDays), getIdParameter(c));
    const { investor, rounds, total } = owned;
    return respond(c, ACCOUNT.ownedInvestor, {
      investor: investor === undefined ? null : toRow(investor),
      rounds: rounds.map(toRow),
      total,
    });
  };
}

export function listWatchedEventsHandler({ payOnceDays, pools }: Services): Handler<Env> {
  return async (c) => {
    const companies = await readWatchedEvents(pools.fixed, purchaseScope(c, payOnceDays));
    return respond(c, ACCOUNT.watchedEvents, {
      companies: companies.map(({ id, events, cents, feed, record }) => ({
        id,
        events,
        raisedUsd: cents === null ? null : cents / 100,
        latest: { feed, record: JSON.parse(record) },
      })),
    });
  };
}

export function findOwnedNamesHandler({ payOnceDays, pools }: Services): Handler<Env> {
  return async (c) => {
    const purchases = purchaseScope(c, payOnceDays);
    const search = c.req.query(OWNED_NAMES_SEARCH);
    if (search === undefined)
      return respond(c, ACCOUNT.ownedNames, {
        companies: await readKnownCompanies(pools.fixed, purchases, readIds(c, OWNED_NAMES_ID)),
        investors: [],
        people: [],
      });
    const text = search.trim();
    if (text.length < OWNED_NAMES.minLetters || text.length > LONGEST_SEARCH)
      throw new ApiError(
        "INVALID_INPUT",
        `${OWNED_NAMES_SEARCH} must have ${OWNED_NAMES.minLetters} to ${LONGEST_SEARCH} letters`,
      );
    return respond(c, ACCOUNT.ownedNames, await findOwnedNames(pools.filtered, purchases, text));
  };
}

/** Lists owned timelines. Nothing is read about a company that is not owned itself. */
export function listOwnedTimelinesHandler({ payOnceDays, pools }: Services): Handler<Env> {
  const all = TIMELINE_INCLUDES.map(({ value }) => value);
  return async (c) => {
    const ids = readIds(c, RECORD_ID).map((id) => id.toLowerCase());
    const { workspaceId, since } = purchaseScope(c, payOnceDays);
    if (payOnceDays === 0) return respond(c, ACCOUNT.ownedTimelines, { timelines: ids.map(() => []) });
    const purchases = await readPurchases(pools.fixed, workspaceId, "companies", ids, since);
    const timelines: OwnedPart[][] = [];
    for (const id of ids) {
      const purchasedAt = purchases.purchasedAt.get(id);
      const timeline = purchasedAt === undefined ? undefined : await readTimeline(pools.fixed, id, all, "dashboard");
      if (purchasedAt === undefined || timeline === undefined) {
        timelines.push([]);
        continue;
      }
      const purchased = await findPurchased(pools.fixed, { workspaceId, since }, timeline.keys);
      const parts = getOwnedParts(timeline, purchased).map(({ timeline: text, ...part }) => ({
        ...part,
        timeline: JSON.parse(text),
        purchasedAt,
        requestId: null,
        creditsUsed: null,
      }));
      timelines.push(parts);
    }
    return respond(c, ACCOUNT.ownedTimelines, { timelines });
  };
}

function purchaseScope(c: Context<Env>, payOnceDays: number): PurchaseScope {
  return { workspaceId: c.get("caller").workspaceId, since: purchasesSince(payOnceDays, new Date()) };
}

function readIds(c: Context<Env>, parameter: string): readonly string[] {
  const ids = c.req.queries(parameter) ?? [];
  if (ids.length === 0 || ids.length > LIMIT.max || !ids.every(isUuid))
    throw new ApiError("INVALID_INPUT", `${parameter} must be given 1 to ${LIMIT.max} times, each time with an id`);
  return ids;
}

function toRow({ record: text, at }: { readonly record: string; readonly at: Date }) {
  const record = JSON.parse(text);
  return { key: idOf(record), record, purchasedAt: at.toISOString() };
}
