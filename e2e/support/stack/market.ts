/** A database with a small demo market, of which the tests' services use copies: it is loaded once for all of them. */
import { loadDemo } from "@/service/ingest/demo/load";
import type { MarketSize } from "@/service/ingest/demo/market";
import { migrate } from "@/service/store/migrate";
import { openPools } from "@/service/store/pools/pools";
import { createDatabase } from "@/service/store/testing-databases";

/** The market ends here, and is the same on every machine and every day. */
const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE: MarketSize = { companies: 1_500, rounds: 3_000, acquisitions: 800, moves: 20, investors: 200 };

/** The services of the tests find their databases here. */
export interface MarketServer {
  /** Connection string of a user who may create databases. */
  readonly url: string;
  /** Connection string of a user who may end other users' connections. */
  readonly superuserUrl: string;
  /** Name of the database with the market. */
  readonly market: string;
}

/** Returns the name of the new database. */
export async function createMarket(serverUrl: string): Promise<string> {
  const { name, url } = await createDatabase(serverUrl, "template0");
  await migrate(url);
  const pools = openPools(url);
  await loadDemo(pools.main, { now: NOW, size: SIZE, log: () => undefined });
  await pools.close();
  return name;
}
