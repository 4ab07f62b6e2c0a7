/** Makes the running bulk purchases, one after the other, in portions of which each is one charge. */

import { setTimeout as delay } from "node:timers/promises";
import { FEEDS, LIMIT } from "@dealflow/contract/feeds";
import { canonicalizeQuery, parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import type pg from "pg";
import type { Logger } from "pino";
import { formatBudgetMessage } from "@/service/credits/budgets";
import type { RecordKey } from "@/service/credits/charge";
import { BudgetReached } from "@/service/credits/charge";
import type { Debits } from "@/service/credits/debit";
import { SOURCES } from "@/service/feed/feeds";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import type { FeedTable } from "@/service/feed/sources/source";
import type { Pools } from "@/service/store/pools/pools";
import type { Summaries } from "@/service/summaries/summaries";
import { endLease, leaseBulkPurchase, type PurchaseEnd, type RunningPurchase, renewLease } from "./store";

export interface BulkBuyer {
  /** Credits that this process has charged for bulk purchases. */
  readonly charged: number;
  /** Looks for purchases that another process left, now and from time to time. */
  start(): void;
  /** Begins with a purchase that was stored now. */
  wake(): void;
  /** Ends after the portion in progress; another start goes on. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly pools: Pick<Pools, "main">;
  readonly debits: Debits;
  readonly summaries: Pick<Summaries, "list">;
  readonly payOnceDays: number;
  readonly log: Logger;
}

/** A charge is of this many records, as that of a page. */
const PORTION = LIMIT.max;
/** The list of what is not owned is read again after this many records, because ordering it costs as much as reading it. */
const LISTED = 1_000;
/** Purchases that were left are looked for this often (ms). */
const POLL_MS = 10_000;
/** One that failed, because its workspace was locked or the database away, is left alone for this time (ms). */
const RETRY_MS = 5_000;

/** The list is read again after this time when nothing that it has is stored any more (ms). */
const RELIST_MS = 1_000;
/** A charge is sent while the lease lasts this much longer, which is more than its statement may take (ms). */
const CHARGE_MS = 10_000;

const NO_CREDITS = "You’re out of credits.";
const NO_KEY = "This workspace’s Dashboard key is revoked. An owner can restore it under Settings, Keys.";

export function createBulkBuyer({ pools, debits, summaries, payOnceDays, log }: Dependencies): BulkBuyer {
  let stopped = false;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let totalCharged = 0;
  let timer: NodeJS.Timeout | undefined;

  async function buy(purchase: RunningPurchase): Promise<PurchaseEnd> {
    const { workspaceId, feed, agreed } = purchase;
    const { table } = SOURCES[feed];
    const parsed = parseFeedQuery(FEEDS[feed], new URLSearchParams(purchase.query), getListReader);
    // The person agreed to what matched then.
    const { query } = canonicalizeQuery(FEEDS[feed], parsed.query, purchase.startedAt);
    let { credits } = purchase;
    let isBehind = false;
    for (let before = -1; (before < credits || isBehind) && credits < agreed; ) {
      if (before === credits) await delay(RELIST_MS);
      before = credits;
      isBehind = false;
      const since = purchasesSince(payOnceDays, new Date());
      const list = { rows: "unpurchased", keys: [], start: 0, limit: Math.min(LISTED, agreed - credits) } as const;
      const { ids } = await summaries.list(feed, query, list, { workspaceId, since });
      let portion = PORTION;
      for (let from = 0; from < ids.length; from += portion) {
        if (stopped) return { state: "running" };
        const listed = ids.slice(from, from + portion);
        const items = await findStored(pools.main, table, listed);
        isBehind ||= items.length < listed.length;
        const lease = await renewLease(pools.main, purchase, credits, new Date());
        if (lease !== "running") return { state: lease === "lost" ? "running" : lease };
        if (purchase.keyId === null) return { state: "failed", problem: NO_KEY };
        if (items.length === 0) continue;
        const bill = { records: items.length, once: { items, since }, feed: table };
        // Another process may have taken the purchase over while this one was paused.
        const isCancelled = () => Date.now() > purchase.leasedUntil.getTime() - CHARGE_MS;
        const charged = await debits.charge({ ...payer(purchase), ...bill, isCancelled }).catch((error: unknown) => {
          if (error instanceof BudgetReached) return error;
          throw error;
        });
        if (charged instanceof BudgetReached) {
          const { limit, used } = charged.exceeded;
          if (limit <= used) return { state: "failed", problem: `${formatBudgetMessage(charged.exceeded)}.` };
          // The same again, as far as the budget covers it.
          portion = limit - used;
          from -= portion;
          continue;
        }
        credits += charged.credits;
        totalCharged += charged.credits;
        if (charged.records < items.length) return { state: "failed", problem: NO_CREDITS };
      }
    }
    // Nothing is left, or colleagues bought all of the latest list meanwhile.
    return { state: "done" };
  }

  async function runAll(): Promise<void> {
    do {
      isWoken = false;
      for (;;) {
        const purchase = stopped ? undefined : await leaseBulkPurchase(pools.main, new Date());
        if (purchase === undefined) break;
        let failed = false;
        const end = await buy(purchase).catch((error: unknown): PurchaseEnd => {
          log.error({ err: error }, "bulk purchase failed; going on with it in a moment");
          failed = true;
          return { state: "running" };
        });
        await endLease(pools.main, purchase, end, new Date(Date.now() + (failed ? RETRY_MS : 0)));
      }
    } while (isWoken && !stopped);
  }

  function wake(): void {
    isWoken = true;
    running ??= runAll()
      .catch((error: unknown) =>
        log.error({ err: error }, "bulk purchases could not be read; trying again in a moment"),
      )
      .finally(() => {
        running = undefined;
      });
  }

  return {
    get charged() {
      return totalCharged;
    },
    start: () => {
      wake();
      timer = setInterval(wake, POLL_MS).unref();
    },
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Returns those of these records that are stored, in the order of the list, which may be that of a version before. One that
 * was merged is listed again under its new id.
 */
async function findStored(pool: pg.Pool, table: FeedTable, ids: readonly string[]): Promise<RecordKey[]> {
  const { rows } = await pool.query<RecordKey>(
    `select $2 as kind, r.id from unnest($1::uuid[]) with ordinality as listed (id, position)
     join ${table} r on r.id = listed.id order by listed.position`,
    [ids, table],
  );
  return rows;
}

function payer({ workspaceId, keyId, personId, sessionId, view, id, feed }: RunningPurchase) {
  const { endpoint } = FEEDS[feed];
  return { workspaceId, keyId, personId, sessionId, view, requestId: id, endpoint, limit: undefined };
}
