/** Buying the rest of a result, against a list that is held in memory. */

import type { ExploreRow } from "@dealflow/contract/account/explore";
import { previewedEvent } from "@dealflow/contract/account/explore";
import { LIMIT } from "@dealflow/contract/feeds";
import { expect, it } from "vitest";
import { type BuyProgress, buyAll } from "./buy-all";

/** A result of which the first records are owned, with a balance. */
function result(records: number, owned: number, balance = Number.POSITIVE_INFINITY) {
  const names = Array.from({ length: records }, (_, index) => `r${index}`);
  const bought = new Set(names.slice(0, owned));
  const batches: number[] = [];
  let left = balance;
  const row = (key: string): ExploreRow => ({
    key,
    record: previewedEvent.def.shape.record.parse({ id: key }),
    purchasedAt: bought.has(key) ? "2026-11-26T00:00:00.000Z" : "",
    ...(bought.has(key) ? {} : { preview: { reference: key, amount: null, sources: 1 } }),
  });
  return {
    names,
    bought,
    batches,
    readPage: async (offset: number) => ({
      rows: names.slice(offset, offset + LIMIT.max).map(row),
      pagination: { hasMore: offset + LIMIT.max < names.length, nextCursor: null },
    }),
    buy: async (references: readonly string[]) => {
      if (left === 0) throw new Error("no credits");
      batches.push(references.length);
      const paid = references.slice(0, left);
      left -= paid.length;
      for (const key of paid) bought.add(key);
      return { rows: paid.map(row), creditsUsed: paid.length };
    },
  };
}

const GO = { isStopping: () => false, onProgress: () => undefined };

it("buys what is not owned, in batches, and reports each", async () => {
  const { bought, batches, ...list } = result(254, 20);
  const progress: BuyProgress[] = [];
  const all = await buyAll({ ...GO, ...list, agreed: 234, onProgress: (now) => progress.push(now) });
  expect(all).toEqual({ records: 234, credits: 234 });
  expect(batches).toEqual([80, 100, 54]);
  expect(progress.map(({ records }) => records)).toEqual([80, 180, 234]);
  expect(bought.size).toBe(254);
});

it("never buys more than was agreed, though more match by then", async () => {
  const { bought, ...list } = result(300, 0);
  expect(await buyAll({ ...GO, ...list, agreed: 120 })).toEqual({ records: 120, credits: 120 });
  expect(bought.size).toBe(120);
});

it("finds records that moved to a page that was read before", async () => {
  const { bought, names, ...list } = result(250, 0);
  const buy: typeof list.buy = async (references) => {
    const page = await list.buy(references);
    // An import stores a record in front of the others, and a person deletes two of them.
    if (bought.size === 100) names.splice(0, 2);
    return page;
  };
  await buyAll({ ...GO, ...list, buy, agreed: 250 });
  expect(names.every((name) => bought.has(name))).toBe(true);
});

it("stops after the purchase in progress, and goes on with the rest", async () => {
  const { bought, batches, ...list } = result(250, 0);
  const stopped = await buyAll({ ...GO, ...list, agreed: 250, isStopping: () => bought.size > 0 });
  expect(stopped).toEqual({ records: 100, credits: 100 });
  expect(await buyAll({ ...GO, ...list, agreed: 150 })).toEqual({ records: 150, credits: 150 });
  expect(batches).toEqual([100, 100, 50]);
});

it("rejects when the credits end, and keeps what was bought", async () => {
  const { bought, ...list } = result(250, 0, 130);
  await expect(buyAll({ ...GO, ...list, agreed: 250 })).rejects.toThrow("no credits");
  expect(bought.size).toBe(130);
});
