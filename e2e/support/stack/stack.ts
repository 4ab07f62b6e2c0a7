/** Starts what the tests of one worker share: a copy of the demo market, and the service over it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { createKey } from "@/service/accounts/keys";
import { setOperator } from "@/service/accounts/people/people-list";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace } from "@/service/accounts/workspaces";
import { grantCredits, readBalance } from "@/service/credits/ledger";
import { addEvent } from "@/service/ingest/add-event";
import { lockImports } from "@/service/ingest/imports/imports";
import { TEST_CA } from "@/service/net/testing/certificates";
import { openPools } from "@/service/store/pools/pools";
import { createDatabase, runAsAdministrator } from "@/service/store/testing-databases";
import { type ServiceProgram, startService } from "../../../scripts/test-runner/built-programs";
import type { MarketServer } from "./market";

/** A workspace with a key and an owner who is signed in, whose balance can be read at any time. */
export interface Account {
  readonly workspaceId: string;
  /** This person owns the workspace. */
  readonly personId: string;
  readonly email: string;
  readonly key: string;
  /** The cookie of its owner's session: name and value. */
  readonly cookie: { readonly name: string; readonly value: string };
  balance(): Promise<number>;
  grant(credits: number): Promise<void>;
}

export interface Stack {
  readonly service: ServiceProgram;
  /** Another process of the service finds the same database here. */
  readonly dataDir: string;
  /** The service shares this secret with its dashboards. */
  readonly secret: string;
  account(credits: number): Promise<Account>;
  /** Credits that all workspaces have spent. */
  spent(): Promise<number>;
  /** Makes charges of the workspace wait, as a lock elsewhere does, until the returned function is called. */
  holdCharges(account: Account): Promise<() => Promise<void>>;
  /** Makes imports, undoes and withdrawals wait until the returned function is called. */
  holdImports(): Promise<() => Promise<void>>;
  /** Returns the id of the company with this name, or an empty text. */
  companyId(name: string): Promise<string>;
  /** Returns the id of the newest round of the company with this name. */
  roundId(company: string): Promise<string>;
  /** Lets its owner see to the installation. */
  makeOperator(account: Account): Promise<void>;
  /** Adds an event, as a line of JSON, for which webhooks are sent and which inboxes list. */
  addEvent(line: string, source?: string): Promise<void>;
  /** Starts a second process of the service over the same database. */
  anotherService(settings?: Readonly<Record<string, string>>): Promise<ServiceProgram>;
  stop(): Promise<void>;
}

const SECRET = "a secret of the browser tests, long enough";

/** The start command tells the service that a dashboard is started too. */
const WITH_DASHBOARD = { flags: ["--with-dashboard"] };

export async function startStack(server: MarketServer, settings: Readonly<Record<string, string>>): Promise<Stack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-e2e-"));
  const ca = path.join(dataDir, "webhook-ca.pem");
  writeFileSync(ca, TEST_CA);
  const database = await createDatabase(server.url, server.market);
  const pools = openPools(database.url);
  const variables = {
    DATA_DIR: dataDir,
    SECRET,
    LOG_LEVEL: "debug",
    // Nearly every request has the line of a slow one.
    SLOW_REQUEST_MS: "1",
    // All tests come from one address, and some send more requests in a minute than any person does.
    RATE_LIMIT_FACTOR: "100",
    // Receivers of webhooks are on this machine.
    WEBHOOK_ALLOW_CIDRS: "127.0.0.1",
    WEBHOOK_CA: ca,
    DATABASE_URL: database.url,
    ...settings,
  };
  const service = await startService(variables, WITH_DASHBOARD);
  let accounts = 0;
  const hold = async (lock: (client: pg.ClientBase) => Promise<unknown>) => {
    const client = await pools.jobs.connect();
    await client.query("begin");
    await lock(client);
    return async () => {
      await client.query("rollback");
      client.release();
    };
  };
  return {
    service,
    dataDir,
    secret: SECRET,
    account: async (credits) => {
      const workspace = await createWorkspace(pools.main, `Test ${++accounts}`, credits, new Date());
      if (workspace === undefined) throw new Error(`the workspace Test ${accounts} exists`);
      const { key } = await createKey(pools.main, workspace.id, "test", new Date());
      const { personId, email, cookie } = await createSignedInPerson(pools.main, SECRET, workspace.id, "owner");
      const [name = "", value = ""] = cookie.split("=", 2);
      return {
        workspaceId: workspace.id,
        personId,
        email,
        key,
        cookie: { name, value },
        balance: async () => (await readBalance(pools.main, workspace.id)).balance,
        grant: async (amount) => void (await grantCredits(pools.main, workspace.id, amount, new Date())),
      };
    },
    spent: async () => {
      const { rows } = await pools.main.query(
        "select coalesce(-sum(delta), 0)::int as spent from ledger where delta < 0",
      );
      return rows[0].spent;
    },
    holdCharges: ({ workspaceId }) =>
      hold((client) => client.query("select from workspaces where id = $1 for no key update", [workspaceId])),
    holdImports: () => hold(lockImports),
    companyId: async (name) => {
      const { rows } = await pools.main.query<{ id: string }>("select id from companies where name = $1", [name]);
      return rows[0]?.id ?? "";
    },
    roundId: async (company) => {
      const { rows } = await pools.main.query<{ id: string }>(
        `select e.id from funding_events e join companies c on c.id = e.company_id where c.name = $1
         order by e.announced_at desc limit 1`,
        [company],
      );
      if (rows[0] === undefined) throw new Error(`${company} has no round`);
      return rows[0].id;
    },
    makeOperator: ({ personId }) => setOperator(pools.main, personId, true),
    addEvent: async (line, source) => void (await addEvent(pools.jobs, line, new Date(), source)),
    anotherService: (settings = {}) => startService({ ...variables, ...settings }, WITH_DASHBOARD),
    stop: async () => {
      await service.stop();
      await pools.close();
      // Only a superuser ends the workers that PostgreSQL itself runs there, such as autovacuum.
      await runAsAdministrator(server.superuserUrl, `drop database ${database.name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
