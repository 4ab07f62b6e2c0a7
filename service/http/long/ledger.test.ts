/**
 * Balances under load and under kills: many clients over two processes of the service and one database, which are killed
 * and started again meanwhile. The ledger adds up at every moment, and no one pays for what the service lost.
 */

import { ERROR_STATUS } from "@dealflow/contract/errors";
import { CREDITS_USED_HEADER, IDEMPOTENT_REPLAYED_HEADER } from "@dealflow/contract/headers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBalance } from "@/service/credits/ledger";
import { Chance } from "@/service/ingest/demo/random";
import { newId } from "@/service/store/new-id";
import { insertCompany, insertRound } from "../testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "../testing/service";
import { type Count, together } from "./concurrency";
import { type ServiceProcess, startServiceProcess } from "./service-process";
import { type Account, anyRequest, type Company, Spenders, type SpendRequest, type SpendResponse } from "./spenders";
import { LONG, print, scaled, TIMEOUT_MS } from "./testing";

const SEED = 10;
const CLIENTS = LONG ? 200 : 80;
/** Each client makes at least this many, one after the other, unless its credits run out. */
const REQUESTS = scaled(100, 1 / 10);
/** A client without credits gives up after so many responses that report it. */
const REJECTION_STATUSES = 3;
const KILLS = LONG ? 6 : 1;
const PROCESSES = 2;
const RICH = 10_000_000;
/** Gone long before the end. */
const POOR = scaled(3_000, 1 / 30);
/** Each kind has this many, with and without idempotency keys. */
const RICH_WORKSPACES = 4;
const POOR_WORKSPACES = 4;

let service: TestService;
const processes: ServiceProcess[] = [];
const accounts: (Account & { readonly credits: number })[] = [];
const companies: Company[] = [];
const chance = new Chance(SEED);

beforeAll(async () => {
  service = await testService();
  const { pool } = service.database;
  for (let index = 0; index < 30; index++) {
    const company = await insertCompany(pool, { domain: `company${index}.example` });
    for (let round = 0; round < index % 5; round++) await insertRound(pool, company);
    companies.push({ id: company.id, price: 1 + (index % 5) });
  }
  for (const keyed of [true, false])
    for (const credits of [...Array<number>(RICH_WORKSPACES).fill(RICH), ...Array<number>(POOR_WORKSPACES).fill(POOR)])
      accounts.push({ ...(await service.account(credits)), keyed, credits });
  await pool.query(BLOCK_DURATION);
  for (let index = 0; index < PROCESSES; index++) processes.push(await start());
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await service.stop();
});

function start(): Promise<ServiceProcess> {
  return startServiceProcess(service.database.url, TEST_SECRET);
}

/**
 * Lets the test hold up the requests of one process where a kill does most harm: charged under an idempotency key, the
 * response not yet stored.
 */
const BLOCK_DURATION = `
create function wait_for_test() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext(split_part(current_setting('application_name'), ' ', 1)));
  return new;
end $$;
create trigger wait_for_test before update on idempotent_answers for each row execute function wait_for_test()`;

/**
 * Kills a process while at least one of its requests is between charge and response, and one without an idempotency key
 * is in progress.
 */
async function killInTheAct(victim: ServiceProcess, spenders: Spenders, note: () => void): Promise<void> {
  const holder = new pg.Client({ connectionString: service.database.url });
  await holder.connect();
  try {
    await holder.query("select pg_advisory_lock(hashtext($1))", [victim.name]);
    const countWaiting = async () => {
      const { rows } = await holder.query<{ count: number }>(
        "select count(*) from pg_stat_activity where split_part(application_name, ' ', 1) = $1 and wait_event = 'advisory'",
        [victim.name],
      );
      return rows[0]?.count;
    };
    await expect.poll(countWaiting, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
    await victim.halt();
    // What is in progress now loses its response.
    await expect.poll(() => spenders.hasUnrepeatable(victim.url), { interval: 5, timeout: 30_000 }).toBe(true);
    note();
    await victim.kill();
  } finally {
    await holder.end();
  }
}

/** Every balance and the sum of its ledger, read in one statement after each response, until it is stopped. */
async function check(state: { ended: boolean; reads: number }, done: Count): Promise<void> {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  try {
    while (!state.ended) {
      const before = done.value;
      const { rows } = await client.query<{ id: string; balance: number; sum: number }>(
        `select w.id, w.balance, (select sum(delta) from ledger l where l.workspace_id = w.id)::bigint as sum from workspaces w`,
      );
      for (const { id, balance, sum } of rows)
        if (balance !== sum || balance < 0) expect.fail(`workspace ${id} has ${balance}, its ledger has ${sum}`);
      state.reads++;
      await done.reached(before + 1);
    }
  } finally {
    await client.end();
  }
}

interface StoredResponse {
  readonly account: Account;
  readonly request: SpendRequest;
  readonly idempotencyKey: string;
  readonly response: SpendResponse;
}

describe("the ledger", () => {
  it(
    `adds up at every read while ${CLIENTS} clients spend and processes are killed ${KILLS} times`,
    async () => {
      const running = new Map(processes.map((process) => [process.url, process]));
      const spenders = new Spenders(() => [...running.keys()]);
      const stored: StoredResponse[] = [];
      let killing = true;
      const client = async (number: number) => {
        const account = accounts[number % accounts.length] ?? expect.fail("there are accounts");
        let refusals = 0;
        for (let turn = 0; (turn < REQUESTS || killing) && refusals < REJECTION_STATUSES; turn++) {
          const request = anyRequest(chance, companies);
          const idempotencyKey = newId();
          const response = await spenders.spend(account, request, idempotencyKey, number + turn);
          refusals += Number(response?.status === ERROR_STATUS.PAYMENT_REQUIRED);
          if (account.keyed && response?.status === 200 && number % 10 === turn)
            stored.push({ account, request: request, idempotencyKey, response: response });
        }
      };
      const killer = async () => {
        for (let kill = 1; kill <= KILLS; kill++) {
          await spenders.done.reached((CLIENTS * REQUESTS * kill) / (2 * KILLS));
          const [victim] = running.values();
          if (victim === undefined) throw new Error("no process runs");
          await killInTheAct(victim, spenders, () => {
            running.delete(victim.url);
            spenders.recordKill(victim.url);
          });
          const next = await start();
          processes.push(next);
          running.set(next.url, next);
        }
        killing = false;
      };
      const state = { ended: false, reads: 0 };
      const startedAt = performance.now();
      const stop = () => {
        killing = false;
        spenders.stop();
      };
      const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
      const spending = together([killer(), ...clients], stop).finally(() => {
        state.ended = true;
        spenders.done.end();
      });
      await together([check(state, spenders.done), spending], stop);
      const seconds = (performance.now() - startedAt) / 1000;

      const books = await Promise.all(
        accounts.map(async ({ workspaceId, keyed, credits }) => {
          const { balance } = await readBalance(service.database.pool, workspaceId);
          const book = spenders.getUsage(workspaceId);
          return { keyed, credits, balance, ...book, unacknowledged: credits - balance - book.acknowledged };
        }),
      );
      const sum = (of: (book: (typeof books)[number]) => number) => books.reduce((total, book) => total + of(book), 0);
      print(
        `${spenders.done.value} requests in ${seconds.toFixed(1)} s over ${KILLS} kills, ${spenders.lostRequests} lost, ${spenders.unknownCharges} with an unknown charge, ` +
          `${spenders.repeated} repeats; ${state.reads} reads of the ledger; ${sum((usage) => usage.rejected)} times 402, ` +
          `${sum((usage) => usage.cut)} pages cut, ${sum((usage) => usage.skipped)} batches with skipped companies; charged and not ` +
          `acknowledged ${sum((usage) => usage.unacknowledged)} of ${sum((usage) => (usage.keyed ? 0 : usage.atRisk))} at risk`,
      );
      for (const book of books) {
        expect(book.unacknowledged).toBeGreaterThanOrEqual(0);
        expect(book.unacknowledged, JSON.stringify(book)).toBeLessThanOrEqual(book.keyed ? 0 : book.atRisk);
        if (book.credits === POOR) expect([book.balance, book.rejected > 0]).toEqual([0, true]);
      }
      expect(spenders.lostRequests).toBeGreaterThan(0);
      for (const kind of ["rejected", "cut", "skipped"] as const)
        expect(
          sum((usage) => usage[kind]),
          kind,
        ).toBeGreaterThan(0);
      expect(state.reads).toBeGreaterThan(10);
      expect(stored.length).toBeGreaterThan(5);
      for (const one of stored) await expectReplay(spenders, one);
      const { rows } = await service.database.pool.query(
        "select request_id from ledger where request_id is not null group by 1 having count(*) > 1",
      );
      expect(rows).toEqual([]);
    },
    TIMEOUT_MS,
  );

  /** Sent once more, the request is replayed from what was stored, to the byte, and is not charged. */
  async function expectReplay(
    spenders: Spenders,
    { account, request, idempotencyKey, response }: StoredResponse,
  ): Promise<void> {
    const [{ url } = expect.fail("no process runs")] = processes.slice(-1);
    const again = await spenders.send(url, account, request, idempotencyKey);
    expect(again?.text).toBe(response.text);
    expect(again?.headers.get(CREDITS_USED_HEADER)).toBe("0");
    expect(again?.headers.get(IDEMPOTENT_REPLAYED_HEADER)).toBe("true");
  }
});
