/** A running service over a database of its own, for tests that speak HTTP to it. */
import pino from "pino";
import { createKey, openKeyCheck } from "@/service/accounts/keys";
import { createWorkspace } from "@/service/accounts/workspaces";
import { openDebits } from "@/service/credits/debit";
import { openStatistics } from "@/service/feed/estimate";
import { openEventFeeds } from "@/service/feed/event-feeds";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createApp } from "./app";
import { listen } from "./server";

export interface TestService {
  readonly url: string;
  readonly database: TestDatabase;
  /** Every line the service logged. */
  readonly logged: string[];
  /** Makes a workspace with credits and a key. */
  account(credits: number, name?: string): Promise<{ workspaceId: string; keyId: string; key: string }>;
  stop(): Promise<void>;
}

export const TEST_SECRET = "a secret of the tests, longer than needed";

export async function testService(): Promise<TestService> {
  const database = await testDatabase();
  const logged: string[] = [];
  const app = createApp({
    pools: database.pools,
    feeds: openEventFeeds(database.pools, openStatistics(database.pools.totals, Date.now), true),
    keys: openKeyCheck(database.pool, Date.now),
    debits: openDebits(database.pools.debits, () => new Date()),
    secret: TEST_SECRET,
    log: pino({ level: "debug" }, { write: (line: string) => void logged.push(line) }),
    version: "test",
    demo: async () => false,
  });
  const server = await listen(app, "127.0.0.1", 0);
  let accounts = 0;
  return {
    url: `http://127.0.0.1:${server.port}`,
    database,
    logged,
    account: async (credits, name = `workspace ${++accounts}`) => {
      const workspace = await createWorkspace(database.pool, name, credits, new Date());
      if (workspace === undefined) throw new Error(`workspace ${name} exists`);
      const { id, key } = await createKey(database.pool, workspace.id, "test", new Date());
      return { workspaceId: workspace.id, keyId: id, key };
    },
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}
