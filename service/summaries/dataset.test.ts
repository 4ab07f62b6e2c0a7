import { expect, it } from "vitest";
import { insertRandomMarket } from "@/service/http/long/random-market";
import { insertRound } from "@/service/http/testing/fixtures";
import { testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { countTotal } from "./counting/summarize";
import { type LoadedDataset, loadDataset, updateDataset } from "./dataset";
import { getLayout } from "./layout";

const LAYOUT = getLayout("funding");

it("counts a recent record once when an update of more than one segment changes it again", async () => {
  const database = await testDatabase();
  const { pool } = database;
  await insertRandomMarket(pool, 5);
  const update = async (dataset: LoadedDataset, full: number): Promise<LoadedDataset> => {
    const sizes = { full, read: 8 };
    const updated = await inTransaction(pool, (client) => updateDataset(client, LAYOUT, dataset, sizes));
    if (updated === undefined) throw new Error("some changes were not recorded");
    return updated;
  };
  const before = await inTransaction(pool, (client) => loadDataset(client, LAYOUT, 1));
  for (let index = 0; index < 10; index++) await insertRound(pool, "Recent", { round: "bridge" });
  const recent = await update(before, 1_000);
  expect(recent.recent.size).toBe(10);
  // The recent ids are the last ones, which are read after the first segment of this update.
  await pool.query(`update funding_events set discovered_at = discovered_at + interval '1 ms'
    where round = 'bridge' or id in (select id from funding_events order by id limit 8)`);
  const { rows } = await pool.query<{ total: number }>("select count(*)::int as total from funding_events");
  const { segments } = await update(recent, 8);
  expect(countTotal(LAYOUT, segments, {})).toBe(rows[0]?.total);
  expect(countTotal(LAYOUT, segments, { round: ["bridge"] })).toBe(10);
  for (const { segment } of segments) expect([...segment.times]).toEqual([...segment.times].sort((a, b) => a - b));
  await database.drop();
});
