/**
 * Keeps the latest figures in memory, because counting several million records takes seconds. They are counted again once
 * records or imports changed, in the background, and one request waits only briefly for that.
 */
import { setTimeout } from "node:timers/promises";
import type { ImportQuality } from "@dealflow/contract/account/imports/import-quality";
import type pg from "pg";
import { describeQuality } from "./quality";

/** A request waits this long for the current figures; then it is answered with the ones before (ms). */
const WAIT_MS = 2_500;
/** While imports run, the figures change all the time, so the pause between two counts is this many times as long as one. */
const PAUSE_FACTOR = 4;

export type QualityReader = ReturnType<typeof createQualityReader>;

interface Counted {
  readonly quality: ImportQuality;
  readonly version: string;
  /** The figures are not counted again before this ms of the monotonic clock. */
  readonly until: number;
}

/** @param pool has no statement timeout, and no request waits for its connections */
export function createQualityReader(pool: pg.Pool, waitMs: number = WAIT_MS) {
  let counted: Counted | undefined;
  let counting: Promise<void> | undefined;
  const stopped = new AbortController();

  async function count(version: string): Promise<void> {
    const startedAt = performance.now();
    const quality = await describeQuality(pool, stopped.signal);
    const endedAt = performance.now();
    counted = { quality, version, until: endedAt + PAUSE_FACTOR * (endedAt - startedAt) };
  }

  return {
    /** Returns null before the first count has ended. Throws what a count threw, and an `AbortError` once it is stopped. */
    read: async (): Promise<{ readonly quality: ImportQuality | null; readonly isCounting: boolean }> => {
      stopped.signal.throwIfAborted();
      if (counting === undefined) {
        const version = await readVersion(pool);
        const isCurrent = counted !== undefined && (counted.version === version || performance.now() < counted.until);
        if (isCurrent) return { quality: counted?.quality ?? null, isCounting: false };
        counting ??= count(version).finally(() => {
          counting = undefined;
        });
        // Its failure is thrown to those who wait for it.
        counting.catch(() => undefined);
      }
      const isDone = await Promise.race([counting.then(() => true), setTimeout(waitMs, false, { ref: false })]);
      return { quality: counted?.quality ?? null, isCounting: !isDone };
    },
    /** Cancels a count in progress. */
    stop: async () => {
      stopped.abort();
      await counting?.catch(() => undefined);
    },
  };
}

/** Returns a text that differs when records or imports changed. */
async function readVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    `select concat_ws(' ', (select string_agg(version::text, ' ' order by feed) from feeds),
       count(*), count(ended_at), count(undone_at)) as version from imports`,
  );
  return rows[0]?.version ?? "";
}
