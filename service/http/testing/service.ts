/** A running service over a database of its own, for tests that speak HTTP to it. */
import pino from "pino";
import { openBadKeys } from "@/service/accounts/bad-keys";
import { createKey, openKeyCheck } from "@/service/accounts/keys";
import { createWorkspace, setWorkspace } from "@/service/accounts/workspaces";
import { openDebits, type RateLimit } from "@/service/credits/debit";
import { openRates } from "@/service/credits/rates";
import { openStatistics } from "@/service/feed/estimate";
import { openFeeds } from "@/service/feed/feeds";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createApp } from "../app";
import type { Services } from "../context";
import { listen } from "../server";

export interface TestService {
  readonly url: string;
  readonly database: TestDatabase;
  /** Every line the service logged. */
  readonly logged: string[];
  /** Makes a workspace with credits and a key; it has no limit that a test could meet, unless one is given. */
  account(
    credits: number,
    options?: { readonly name?: string; readonly limit?: RateLimit },
  ): Promise<{ workspaceId: string; keyId: string; key: string }>;
  stop(): Promise<void>;
}

export const TEST_SECRET = "a secret of the tests, longer than needed";
const UNLIMITED: RateLimit = { perMinute: 1_000_000_000, burst: 1_000_000_000 };

/** What a service over this database works with. */
export function testServices(database: TestDatabase, overrides: Partial<Services> = {}): Services {
  return {
    pools: database.pools,
    feeds: openFeeds(database.pools, openStatistics(database.pools.totals, Date.now), true),
    keys: openKeyCheck(database.pool, Date.now),
    badKeys: openBadKeys(database.pool, Date.now),
    debits: openDebits(database.pools.debits, () => new Date()),
    rates: openRates(),
    trustedProxies: [],
    secret: TEST_SECRET,
    log: pino({ level: "silent" }),
    version: "test",
    addresses: { apiUrl: "http://127.0.0.1", siteUrl: "http://127.0.0.1", dashboardUrl: "http://127.0.0.1" },
    demo: async () => false,
    ...overrides,
  };
}

/** @param beside a service whose database a second one shares, as another process would */
export async function testService(beside?: TestService, overrides: Partial<Services> = {}): Promise<TestService> {
  const database = beside?.database ?? (await testDatabase());
  const logged: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const server = await listen(createApp(testServices(database, { log, ...overrides })), "127.0.0.1", 0);
  return {
    url: `http://127.0.0.1:${server.port}`,
    database,
    logged,
    account: async (credits, { name = `workspace ${newId()}`, limit = UNLIMITED } = {}) => {
      const workspace = await createWorkspace(database.pool, name, credits, new Date());
      if (workspace === undefined) throw new Error(`workspace ${name} exists`);
      await setWorkspace(database.pool, workspace.id, { rate: limit.perMinute, burst: limit.burst });
      const { id, key } = await createKey(database.pool, workspace.id, "test", new Date());
      return { workspaceId: workspace.id, keyId: id, key };
    },
    stop: async () => {
      await server.stop();
      if (beside === undefined) await database.drop();
    },
  };
}
