/** What one person, and one address, may take of the service: counted, not timed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT } from "@/lib/contract/account";
import { FEEDS } from "@/lib/contract/feeds";
import { CONCURRENCY, REQUEST_LIMITS } from "@/lib/contract/limits";
import { openSession } from "@/service/accounts/people/sessions";
import { cookieOf, openSessions } from "@/service/accounts/people/testing";
import { newId } from "@/service/store/new-id";
import { askAccount, askFeed } from "../testing/account";
import { insertRound } from "../testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../testing/service";
import { watched } from "../testing/watched-pools";
import { openAccountLimits } from "./limits";

const SLOW = { timeout: 20_000 };

let plain: TestService;
let service: TestService;
let connections: () => { most: number; waits: number };
let statements: () => string[];
beforeAll(async () => {
  plain = await testService();
  const watching = watched(plain.database);
  ({ connections, statements } = watching);
  service = await testService({ ...plain, database: watching.database });
  await insertRound(plain.database.pool, "Company");
});
afterAll(async () => {
  await service.stop();
  await plain.stop();
});

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const statusesOf = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
function tally(statuses: readonly number[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const status of statuses) sums[status] = (sums[status] ?? 0) + 1;
  return sums;
}

function watch({ cookie }: TestAccount): Promise<Response> {
  const body = { companies: [{ id: newId(), name: "Company", domain: null }] };
  return askAccount(service, ACCOUNT.watch, { cookie, body });
}

describe("one person", () => {
  it("never has the last connection, whatever they do at once", () => {
    const { read, change, heavy, file } = CONCURRENCY;
    const { main } = plain.database.pools;
    expect(read.running + change.running + heavy.running + file.running).toBeLessThan(main.options.max);
  });

  it("who writes 400 times at once has one write running, some waiting and the rest refused, and holds up nobody", async () => {
    const [busy, other] = [await service.account(10), await service.account(10)];
    connections();
    statements();
    const writes = Promise.all(many(400, () => watch(busy)));
    for (const endpoint of [ACCOUNT.me, ACCOUNT.saved, ACCOUNT.watchlist, ACCOUNT.members, ACCOUNT.credits])
      expect((await askAccount(service, endpoint, other)).status).toBe(200);
    expect((await watch(other)).status).toBe(201);
    const answers = await writes;
    // One write, and one page or write of the other person; and nothing ever waited for a connection.
    const { most, waits } = connections();
    expect([most <= CONCURRENCY.change.running + 1, waits]).toEqual([true, 0]);
    const statuses = tally(answers.map(({ status }) => status));
    expect(Object.keys(statuses)).toEqual(["201", "429"]);
    // What waits is not much more than may wait at once: the burst is shorter than the writes.
    expect(statuses[201]).toBeGreaterThanOrEqual(CONCURRENCY.change.running);
    expect(statuses[429]).toBeGreaterThan(100);
    const late = answers.find(({ status }) => status === 429) ?? expect.fail("most were refused");
    expect(late.headers.get("Retry-After")).toBe("1");
    expect((await late.json()).error).toEqual({
      code: "TOO_MANY_REQUESTS",
      message: "Too many requests at once. Try again in 1 second.",
    });
    // A refused write did nothing, and asked the database nothing: whose session it is was known from the first one.
    const { companies } = await (await askAccount(service, ACCOUNT.watchlist, busy)).json();
    expect(companies).toHaveLength(statuses[201] ?? 0);
    const checks = statements().filter((line) => line.startsWith("select s.id, s.user_id"));
    expect(checks.length).toBeLessThan((statuses[201] ?? 0) + 20);
  }, 60_000);

  it("who reads much at once waits for themselves, and is answered in the end", async () => {
    const busy = await service.account(10);
    connections();
    const reads = many(40, (index) => askAccount(service, index % 2 === 0 ? ACCOUNT.saved : ACCOUNT.watchlist, busy));
    expect(tally(await statusesOf(reads))).toEqual({ 200: 40 });
    const { most, waits } = connections();
    expect([most <= CONCURRENCY.read.running, waits]).toEqual([true, 0]);
  });

  it("who buys much at once waits for themselves too, and pays for each page once", async () => {
    const busy = await service.account(1_000);
    const pages = many(30, () => askFeed(service, FEEDS.funding.path, busy.cookie));
    expect(tally(await statusesOf(pages))).toEqual({ 200: 30 });
    const { balance } = await (await askAccount(service, ACCOUNT.workspace, busy)).json();
    expect(balance).toBe(970);
  });

  it("who downloads a file takes its place until it is written, and can give it up", async () => {
    const busy = await service.account(10);
    // More than is on its way at once.
    await plain.database.pool.query(
      `insert into ledger (id, workspace_id, endpoint, delta, balance_after, at)
       select gen_random_uuid(), $1, repeat('long endpoint ', 40), 1, 10, now() from generate_series(1, 10000)`,
      [busy.workspaceId],
    );
    const file = await askAccount(service, ACCOUNT.ledgerCsv, busy);
    expect(file.status).toBe(200);
    expect((await askAccount(service, ACCOUNT.ledgerCsv, busy)).status).toBe(429);
    await file.body?.cancel();
    const again = async () => {
      const response = await askAccount(service, ACCOUNT.ledgerCsv, busy);
      await response.text();
      return response.status;
    };
    await expect.poll(again, SLOW).toBe(200);
  });
});

describe("requests a minute", () => {
  const { person, address, visitor } = REQUEST_LIMITS;
  let now = 0;
  /** A hundredth of what is allowed. */
  const limits = () => openAccountLimits({ factor: 0.01, now: () => now });

  async function limitedService(work: (at: TestService) => Promise<void>): Promise<void> {
    const limited = await testService(plain, { limits: limits() });
    await work(limited).finally(limited.stop);
  }

  it("are so many for a person, wherever they sit, and others are not held to what that one asks", async () => {
    await limitedService(async (at) => {
      const [busy, other] = [await plain.account(10), await plain.account(10)];
      const ask = (cookie: string, from: number) =>
        askAccount(at, ACCOUNT.me, { cookie, address: `198.51.100.${from}` }).then(({ status }) => status);
      const most = person.burst / 100;
      const statuses: number[] = [];
      for (let index = 0; index <= most; index++) statuses.push(await ask(busy.cookie, index));
      expect(statuses).toEqual([...many(most, () => 200), 429]);
      // In another session they are the same person.
      const { library, cookies } = openSessions(plain.database.pool, TEST_SECRET);
      const unknown = { address: null, userAgent: null };
      const { token } = await openSession(library, busy.personId, busy.workspaceId, unknown);
      expect(await ask(cookieOf(await cookies.written(token)), 99)).toBe(429);
      expect((await askFeed(at, FEEDS.funding.path, busy.cookie)).status).toBe(429);
      expect(await ask(other.cookie, 1)).toBe(200);
      const refused = await askAccount(at, ACCOUNT.me, busy);
      const wait = Number(refused.headers.get("Retry-After"));
      expect((await refused.json()).error.message).toBe(`Too many requests. Try again in ${wait} seconds.`);
      now += wait * 1000;
      expect(await ask(busy.cookie, 1)).toBe(200);
    });
  });

  it("are fewer for those who are not signed in, by their address, and the dashboard's server is no address", async () => {
    await limitedService(async (at) => {
      const member = await plain.account(10);
      const ask = (from?: string, cookie?: string) =>
        askAccount(at, ACCOUNT.signInOptions, { cookie, ...(from === undefined ? {} : { address: from }) }).then(
          ({ status }) => status,
        );
      const most = visitor.burst / 100;
      for (let index = 0; index < most; index++) expect(await ask(`2001:db8:1:1::${index + 1}`)).toBe(200);
      expect(await ask("2001:db8:1:1::ffff")).toBe(429);
      expect(await ask("2001:db8:1:2::1")).toBe(200);
      // Whoever is signed in there goes on.
      const signedIn = { cookie: member.cookie, address: "2001:db8:1:1::9" };
      expect((await askAccount(at, ACCOUNT.me, signedIn)).status).toBe(200);
      for (let index = 0; index < 3 * most; index++) expect(await ask()).toBe(200);
      for (const path of ["/healthz", "/readyz"]) expect((await fetch(`${at.url}${path}`)).status).toBe(200);
    });
  });

  it("are so many for an address, whoever sits there", async () => {
    await limitedService(async (at) => {
      const people = await Promise.all(many(6, () => plain.account(10)));
      const ask = ({ cookie }: TestAccount, from: string) =>
        askAccount(at, ACCOUNT.me, { cookie, address: from }).then(({ status }) => status);
      const statuses: number[] = [];
      for (let index = 0; index <= address.burst / 100; index++)
        statuses.push(await ask(people[index % people.length] ?? expect.fail("somebody"), "192.0.2.1"));
      expect(statuses).toEqual([...many(address.burst / 100, () => 200), 429]);
      expect(await ask(people[5] ?? expect.fail("somebody"), "192.0.2.2")).toBe(200);
    });
  });
});
