/** Runs a service over its own database, for tests that speak HTTP to it. */

import { tmpdir } from "node:os";
import path from "node:path";
import type { Role } from "@dealflow/contract/account/people";
import { CLIENT_DOCUMENT } from "@dealflow/contract/oauth";
import pino from "pino";
import type { Network } from "@/lib/net/address";
import { createKey } from "@/service/accounts/keys";
import type { OAuthParts } from "@/service/accounts/oauth/provider";
import { createOAuthServer, type OAuthServer } from "@/service/accounts/oauth/server";
import type { Hashing } from "@/service/accounts/people/hashing";
import type { PeopleSettings } from "@/service/accounts/people/people";
import { createSignedInPerson, TEST_HASHING, type TestPerson } from "@/service/accounts/people/testing";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import type { RateLimit } from "@/service/credits/charge";
import { LOG_SERIALIZERS } from "@/service/log";
import { createOutbound } from "@/service/net/outbound";
import { resolveTestName } from "@/service/net/testing/forbidden-targets";
import { createServices } from "@/service/services";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createApp } from "../app";
import type { Services } from "../context";
import { listen } from "../server";

export interface TestService {
  readonly url: string;
  readonly database: TestDatabase;
  /** The service logged these lines. */
  readonly logged: string[];
  /**
   * Creates a workspace with credits, a key and an owner who is signed in; it has no limit that a test could meet, unless
   * one is given.
   */
  account(credits: number, options?: { readonly name?: string; readonly limit?: RateLimit }): Promise<TestAccount>;
  /** Creates a person who is signed in to a workspace. Their account has no password: hashing one takes long. */
  person(workspaceId: string, role: Role, name?: string): Promise<TestPerson>;
  /** Runs the work while the clock of the service's caches and limits is this far ahead (ms): no test waits until they expire. */
  later<T>(ms: number, work: () => Promise<T>): Promise<T>;
  /** Runs the scheduled imports that are due. */
  runSchedules(): Promise<void>;
  /** Reads the feeds, as a starting service does: on a loaded machine the first free answer takes too long otherwise. */
  preload(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestAccount extends TestPerson {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly key: string;
}

export const TEST_SECRET = "a secret of the tests, longer than needed";
const DASHBOARD_URL = "http://127.0.0.1";
/** Tests that create services themselves use these settings too. */
export const PEOPLE_SETTINGS: PeopleSettings = {
  dashboardUrl: DASHBOARD_URL,
  secret: TEST_SECRET,
  demo: false,
  local: true,
  smtpUrl: undefined,
};
/** Issuer and resource of the services of the tests. */
export const OAUTH_ADDRESSES = { dashboardUrl: DASHBOARD_URL, resource: `${DASHBOARD_URL}/mcp` } as const;
/** The setup of the tests builds it. */
const IMPORT_PROGRAM = new URL("../../../dist/import.mjs", import.meta.url);
export const THREAD_BUNDLE = new URL("../../../dist/summaries-thread.mjs", import.meta.url);
const UNLIMITED: RateLimit = { perMinute: 1_000_000_000, burst: 1_000_000_000 };

const SETTINGS = {
  apiUrl: DASHBOARD_URL,
  siteUrl: DASHBOARD_URL,
  dashboardUrl: DASHBOARD_URL,
  backups: undefined,
  trustedProxies: [],
  corsOrigins: [],
  replicaUrl: undefined,
  smtpUrl: undefined,
  webhookNetworks: [],
  webhookCa: undefined,
  local: true,
  demoAccount: false,
  // As many requests a minute as a test likes; the number of concurrent ones is the production limit.
  rateLimitFactor: 1_000,
  freeExplore: "rows",
  payOnceDays: 0,
  lookupsPerDay: 100_000,
  freeExploreMemoryMb: 256,
  secret: TEST_SECRET,
  version: "test",
  // No name server.
  resolve: resolveTestName,
  // Short, because tests wait for the changes.
  inboxPollMs: 50,
  hashing: TEST_HASHING,
  threadBundle: THREAD_BUNDLE,
  importProgram: IMPORT_PROGRAM,
  dataDir: path.join(tmpdir(), "dealflow-test-service"),
  importFolders: [],
  importEnvironment: {},
} as const;

interface TestSettings {
  /** False: addresses need a confirmation. */
  readonly local?: boolean;
  /** 0 keeps no feed in memory. */
  readonly freeExploreMemoryMb?: number;
  /** Files that operators send are kept below it. */
  readonly dataDir?: string;
  readonly webhookNetworks?: readonly Network[];
  readonly importFolders?: readonly string[];
  readonly importEnvironment?: Readonly<Record<string, string>>;
  /** Hashes passwords; by default at the low cost of tests. */
  readonly hashing?: Hashing;
  readonly now?: () => number;
}

/** Creates the services over this database. */
export function testServices(
  database: TestDatabase,
  overrides: Partial<Services> = {},
  settings: TestSettings = {},
): Services {
  const log = overrides.log ?? pino({ level: "silent" });
  const { payOnceDays = SETTINGS.payOnceDays } = overrides;
  const { services } = createServices(
    { pools: database.pools, sessionUrl: database.url },
    { ...SETTINGS, payOnceDays, ...settings },
    log,
  );
  return { ...services, ...overrides };
}

/** The authorization server of the tests; it fetches no documents unless it is given a client that does. */
export function testOAuthServer(
  database: TestDatabase,
  { people, ...parts }: Pick<OAuthParts, "people"> & Partial<OAuthParts>,
  { dashboardUrl, resource }: { readonly dashboardUrl: string; readonly resource: string } = OAUTH_ADDRESSES,
): OAuthServer {
  const document = { responseBytes: CLIENT_DOCUMENT.bytes, deadlineMs: CLIENT_DOCUMENT.deadlineMs };
  const outbound = createOutbound({ allowed: [], ca: undefined, ...document, resolve: resolveTestName });
  return createOAuthServer(
    { dashboardUrl, resource, secret: TEST_SECRET },
    { pool: database.pools.main, people, outbound, mayFetch: () => true, now: Date.now, ...parts },
    (error) => {
      throw error;
    },
  );
}

/** @param sharedWith a service whose database a second one shares, as another process would */
export async function testService(
  sharedWith?: TestService,
  overrides: Partial<Services> = {},
  settings: TestSettings = {},
): Promise<TestService> {
  const database = sharedWith?.database ?? (await testDatabase());
  const logged: string[] = [];
  const log = pino(
    { level: "debug", serializers: LOG_SERIALIZERS },
    { write: (line: string) => void logged.push(line) },
  );
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const services = testServices(database, { log, ...overrides }, { now, ...settings });
  await services.readiness.start();
  const server = await listen(createApp(services), "127.0.0.1", 0, "API_PORT");

  const person = (workspaceId: string, role: Role, name?: string): Promise<TestPerson> =>
    createSignedInPerson(database.pool, services.secret, workspaceId, role, name);

  return {
    url: `http://127.0.0.1:${server.port}`,
    database,
    logged,
    person,
    account: async (credits, { name = `workspace ${newId()}`, limit = UNLIMITED } = {}) => {
      const workspace = await createWorkspace(database.pool, name, credits, new Date());
      if (workspace === undefined) throw new Error(`workspace ${name} exists`);
      await updateWorkspace(database.pool, workspace.id, { rate: limit.perMinute, burst: limit.burst });
      const { id, key } = await createKey(database.pool, workspace.id, "test", new Date());
      return { workspaceId: workspace.id, keyId: id, key, ...(await person(workspace.id, "owner")) };
    },
    later: async (ms, work) => {
      aheadMs += ms;
      try {
        return await work();
      } finally {
        aheadMs -= ms;
      }
    },
    runSchedules: () => services.scheduleRunner.tick(),
    preload: async () => {
      await services.summaries.preload();
    },
    stop: async () => {
      services.readiness.stop();
      await services.inboxUpdates.stop();
      await services.summaries.stop();
      await server.stop();
      if (sharedWith === undefined) await database.drop();
    },
  };
}
