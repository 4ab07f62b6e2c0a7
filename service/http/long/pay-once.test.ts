/**
 * Paying once under load and under kills: many sessions of a workspace buy overlapping pages from two processes of the
 * service, which are killed and started again meanwhile. Each record is charged exactly once.
 */

import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { FEEDS } from "@dealflow/contract/feeds";
import { CREDITS_USED_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestPerson } from "@/service/accounts/people/testing";
import { Chance } from "@/service/ingest/demo/random";
import { newId } from "@/service/store/new-id";
import { ACCOUNT_SECRET } from "../testing/account";
import { insertRound } from "../testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "../testing/service";
import { Count, together } from "./concurrency";
import { type ServiceProcess, startServiceProcess } from "./service-process";
import { LONG, print, scaled, TIMEOUT_MS } from "./testing";

const SEED = 12;
const SESSIONS = LONG ? 200 : 40;
/** Sessions of each of the two smaller workspaces. */
const OTHERS = LONG ? 30 : 10;
/** Each session sends these requests one after the other. */
const REQUESTS = scaled(60, 1 / 15);
const ROUNDS = LONG ? 600 : 300;
const KILLS = LONG ? 6 : 1;
const PROCESSES = 2;
const RICH = 100_000;
/** Less than all records cost. */
const POOR = 150;

interface Session extends TestPerson {
  readonly workspaceId: string;
}

let service: TestService;
const running = new Map<string, ServiceProcess>();
/** Number of requests without a response, by the address of their process. */
const inProgress = new Map<string, number>();
const sessions: Session[] = [];
const workspaces: { readonly id: string; readonly credits: number }[] = [];

beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < ROUNDS; index++)
    await insertRound(service.database.pool, `Company ${index}`, { round: index % 3 === 0 ? "seed" : "series-a" });
  // Most sessions are of one workspace, so that they wait for each other; another one pays for itself.
  for (const [credits, count] of [
    [RICH, SESSIONS - 2 * OTHERS],
    [RICH, OTHERS],
    [POOR, OTHERS],
  ] as const) {
    const { workspaceId } = await service.account(credits);
    workspaces.push({ id: workspaceId, credits });
    for (let index = 0; index < count; index++)
      sessions.push({ workspaceId, ...(await service.person(workspaceId, "member")) });
  }
  for (let index = 0; index < PROCESSES; index++) await start();
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([...running.values()].map((process) => process.kill()));
  await service.stop();
});

async function start(): Promise<void> {
  const process = await startServiceProcess(service.database.url, TEST_SECRET);
  running.set(process.url, process);
}

/** Returns undefined when the process was killed. */
async function request(url: string, path: string, { cookie }: Session, key: string | undefined) {
  inProgress.set(url, (inProgress.get(url) ?? 0) + 1);
  try {
    const response = await fetch(`${url}${accountFeedPath(path)}`, {
      headers: {
        [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET,
        Cookie: cookie,
        ...(key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }),
      },
    });
    const body = await response.json();
    return { status: response.status, body, credits: Number(response.headers.get(CREDITS_USED_HEADER)) };
  } catch (error) {
    if (running.has(url)) throw error;
    return undefined;
  } finally {
    inProgress.set(url, (inProgress.get(url) ?? 0) - 1);
  }
}

/** Balances and the sums of their ledgers and purchases, in one statement. */
async function readBooks() {
  const { rows } = await service.database.pool.query<{ id: string; balance: number; sum: number; purchased: number }>(
    `select w.id, w.balance, (select sum(delta) from ledger l where l.workspace_id = w.id)::bigint as sum,
       (select count(*) from purchased_records p where p.workspace_id = w.id)::bigint as purchased
     from workspaces w`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

describe("a record", () => {
  it(
    `is charged once to each workspace while ${SESSIONS} sessions buy and processes are killed ${KILLS} times`,
    async () => {
      const chance = new Chance(SEED);
      const done = new Count();
      let [stopped, lost, reads, reported] = [false, 0, 0, 0];
      const delivered = new Map(workspaces.map(({ id }) => [id, new Set<string>()]));
      const statuses = new Map<number, number>();

      const client = async (session: Session, number: number) => {
        /** The session reads from the newest records of some round, or behind its last page. */
        let query = "";
        for (let turn = 0; turn < REQUESTS && !stopped; turn++) {
          const [filters = ""] = query.split("&cursor=");
          const path = `${FEEDS.funding.path}?limit=${chance.between(1, 100)}${query}`;
          const key = number % 2 === 0 ? newId() : undefined;
          let response: Awaited<ReturnType<typeof request>>;
          // As the dashboard does, a request under a key is sent again until there is a response.
          do {
            const urls = [...running.keys()];
            const url = urls[(number + turn) % urls.length] ?? expect.fail("no process runs");
            response = await request(url, path, session, key);
            lost += Number(response === undefined);
          } while (key !== undefined && (response === undefined || response.status === ERROR_STATUS.CONFLICT));
          done.add();
          query = chance.pick(["", "&round=seed", "&round=series-a"]);
          if (response === undefined) continue;
          const { status, body, credits } = response;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status !== 200) continue;
          reported += credits;
          for (const { id } of body.data) delivered.get(session.workspaceId)?.add(id);
          const { nextCursor } = body.pagination;
          if (nextCursor !== null && chance.happens(0.8)) query = `${filters}&cursor=${nextCursor}`;
        }
      };
      const killer = async () => {
        for (let kill = 1; kill <= KILLS; kill++) {
          await done.reached((SESSIONS * REQUESTS * kill) / (KILLS + 1));
          const [victim] = running.values();
          if (victim === undefined) throw new Error("no process runs");
          await victim.halt();
          // What is in progress now loses its response.
          await expect.poll(() => inProgress.get(victim.url), { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
          running.delete(victim.url);
          await victim.kill();
          await start();
        }
      };
      const stop = () => {
        stopped = true;
        done.end();
      };
      const check = async (buying: Promise<unknown>) => {
        let buys = true;
        const ended = buying.finally(() => {
          buys = false;
          done.end();
        });
        while (buys) {
          const before = done.value;
          for (const { id, balance, sum, purchased } of (await readBooks()).values()) {
            const { credits } = workspaces.find((workspace) => workspace.id === id) ?? expect.fail("another workspace");
            if (balance !== sum || balance < 0 || credits - balance !== purchased)
              expect.fail(`workspace ${id} has ${balance}, ledger ${sum}, ${purchased} purchased of ${credits}`);
          }
          reads++;
          await done.reached(before + 1);
        }
        await ended;
      };
      const startedAt = performance.now();
      await check(together([killer(), ...sessions.map((session, number) => client(session, number))], stop));
      const seconds = (performance.now() - startedAt) / 1000;

      const books = await readBooks();
      const spent = workspaces.map(({ id, credits }) => credits - (books.get(id)?.balance ?? 0));
      print(
        `${done.value} requests in ${seconds.toFixed(1)} s over ${KILLS} kills, ${lost} lost; ${reads} reads of the books; ` +
          `charged ${spent.join(", ")}, reported ${reported}; statuses ${JSON.stringify([...statuses])}`,
      );
      for (const [index, { id }] of workspaces.entries()) {
        const { rows } = await service.database.pool.query<{ id: string }>(
          "select record_id as id from purchased_records where workspace_id = $1",
          [id],
        );
        const purchased = new Set(rows.map((row) => row.id));
        // One credit for each record that was purchased, with any buyer; and nothing was delivered without that.
        expect(spent[index]).toBe(purchased.size);
        for (const record of delivered.get(id) ?? []) if (!purchased.has(record)) expect(record).toBe("purchased");
      }
      expect(spent[2]).toBe(POOR);
      expect(Math.min(spent[0] ?? 0, spent[1] ?? 0)).toBeGreaterThan(POOR);
      expect(lost).toBeGreaterThan(0);
      expect(reads).toBeGreaterThan(10);
      expect(statuses.get(200)).toBeGreaterThan(SESSIONS);
    },
    TIMEOUT_MS,
  );
});
