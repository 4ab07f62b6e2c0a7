/** Tests how much of the service one person, and one address, may use: by counting, not by timing. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { CONCURRENCY, REQUEST_LIMITS } from "@dealflow/contract/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "@/service/accounts/people/testing";
import { requestAccount, requestAccountFeed } from "@/service/http/testing/account";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { watched } from "@/service/http/testing/watched-pools";
import { newId } from "@/service/store/new-id";
import { createAccountLimits } from "./limits";

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
const getStatuses = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);
function countValues(statuses: readonly number[]): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const status of statuses) sums[status] = (sums[status] ?? 0) + 1;
  return sums;
}

function watch({ cookie }: TestAccount): Promise<Response> {
  const body = { companies: [{ id: newId(), name: "Company", domain: null }] };
  return requestAccount(service, ACCOUNT.watch, { cookie, body });
}

describe("one person", () => {
  it("never occupies the last connection, with any requests at the same time", () => {
    const { read, change, heavy, file } = CONCURRENCY;
    const { main } = plain.database.pools;
    expect(read.running + change.running + heavy.running + file.running).toBeLessThan(main.options.max);
  });

  it("who sends 400 writes at the same time has one write running, some waiting and the rest rejected, and blocks no one else", async () => {
    const [busy, other] = [await service.account(10), await service.account(10)];
    connections();
    statements();
    const writes = Promise.all(many(400, () => watch(busy)));
    for (const endpoint of [ACCOUNT.me, ACCOUNT.saved, ACCOUNT.watchlist, ACCOUNT.members, ACCOUNT.credits])
      expect((await requestAccount(service, endpoint, other)).status).toBe(200);
    expect((await watch(other)).status).toBe(201);
    const responses = await writes;
    // One write, and one page or write of the other person; and nothing ever waited for a connection.
    const { most, waits } = connections();
    expect([most <= CONCURRENCY.change.running + 1, waits]).toEqual([true, 0]);
    const statuses = countValues(responses.map(({ status }) => status));
    expect(Object.keys(statuses)).toEqual(["201", "429"]);
    // Not many more succeed than may wait, because the burst is shorter than the writes.
    expect(statuses[201]).toBeGreaterThanOrEqual(CONCURRENCY.change.running);
    expect(statuses[429]).toBeGreaterThan(100);
    const late = responses.find(({ status }) => status === 429) ?? expect.fail("most were refused");
    expect(late.headers.get("Retry-After")).toBe("1");
    expect((await late.json()).error).toEqual({
      code: "TOO_MANY_REQUESTS",
      message: "Too many requests at once. Try again in 1 second.",
    });
    // A rejected write did nothing, and sent no query to the database: whose session it is was known from the first one.
    const { companies } = await (await requestAccount(service, ACCOUNT.watchlist, busy)).json();
    expect(companies).toHaveLength(statuses[201] ?? 0);
    const checks = statements().filter((line) => line.startsWith("select s.id, s.user_id"));
    expect(checks.length).toBeLessThan((statuses[201] ?? 0) + 20);
  }, 60_000);

  it("who sends many reads at the same time waits for their own requests, and gets all responses", async () => {
    const busy = await service.account(10);
    connections();
    const reads = many(40, (index) =>
      requestAccount(service, index % 2 === 0 ? ACCOUNT.saved : ACCOUNT.watchlist, busy),
    );
    expect(countValues(await getStatuses(reads))).toEqual({ 200: 40 });
    const { most, waits } = connections();
    expect([most <= CONCURRENCY.read.running, waits]).toEqual([true, 0]);
  });

  it("who sends many purchases at the same time waits for their own requests too, and pays for each page once", async () => {
    const busy = await service.account(1_000);
    const pages = many(30, () => requestAccountFeed(service, FEEDS.funding.path, busy.cookie));
    expect(countValues(await getStatuses(pages))).toEqual({ 200: 30 });
    const { balance } = await (await requestAccount(service, ACCOUNT.workspace, busy)).json();
    expect(balance).toBe(970);
  });

  it("who downloads a file occupies a slot until it is written, and can cancel", async () => {
    const busy = await service.account(10);
    // These are more than may be in flight together.
    await plain.database.pool.query(
      `insert into ledger (id, workspace_id, endpoint, delta, balance_after, sequence, at)
       select gen_random_uuid(), $1, repeat('long endpoint ', 40), 1, 10, number + 1, now() from generate_series(1, 10000) number`,
      [busy.workspaceId],
    );
    const file = await requestAccount(service, ACCOUNT.ledgerCsv, busy);
    expect(file.status).toBe(200);
    expect((await requestAccount(service, ACCOUNT.ledgerCsv, busy)).status).toBe(429);
    await file.body?.cancel();
    const again = async () => {
      const response = await requestAccount(service, ACCOUNT.ledgerCsv, busy);
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
  const limits = () => createAccountLimits(plain.database.pool, { factor: 0.01, now: () => now });

  async function limitedService(work: (at: TestService) => Promise<void>): Promise<void> {
    const limited = await testService(plain, { limits: limits() });
    await work(limited).finally(limited.stop);
  }

  it("are limited per person, from any address, without affecting others", async () => {
    await limitedService(async (at) => {
      const [busy, other] = [await plain.account(10), await plain.account(10)];
      const request = (cookie: string, from: number) =>
        requestAccount(at, ACCOUNT.me, { cookie, address: `198.51.100.${from}` }).then(({ status }) => status);
      const most = person.burst / 100;
      const statuses: number[] = [];
      for (let index = 0; index <= most; index++) statuses.push(await request(busy.cookie, index));
      expect(statuses).toEqual([...many(most, () => 200), 429]);
      // In another session they are the same person.
      expect(await request(await signIn(plain.database.pool, TEST_SECRET, busy), 99)).toBe(429);
      expect((await requestAccountFeed(at, FEEDS.funding.path, busy.cookie)).status).toBe(429);
      expect(await request(other.cookie, 1)).toBe(200);
      const rejectedResponse = await requestAccount(at, ACCOUNT.me, busy);
      const wait = Number(rejectedResponse.headers.get("Retry-After"));
      expect((await rejectedResponse.json()).error.message).toBe(`Too many requests. Try again in ${wait} seconds.`);
      now += wait * 1000;
      expect(await request(busy.cookie, 1)).toBe(200);
    });
  });

  it("are counted together by all processes, within a second", async () => {
    const busy = await plain.account(10);
    const [here, there] = [limits().rates.person, limits().rates.person];
    const most = person.burst / 100;
    for (let index = 0; index < most; index++) expect(here.consume(busy.personId)).toBe(0);
    await here.exchange();
    // The other process does not know yet.
    expect(there.consume(busy.personId)).toBe(0);
    await there.exchange();
    expect(there.consume(busy.personId)).toBeGreaterThan(0);
    expect(there.consume((await plain.account(10)).personId)).toBe(0);
  });

  it("are counted for somebody who was deleted meanwhile, which fails for nobody else", async () => {
    const [gone, other] = [newId(), await plain.account(10)];
    const { person: rate } = limits().rates;
    for (const id of [gone, other.personId]) rate.consume(id);
    await rate.exchange();
    const { rows } = await plain.database.pool.query("select user_id from person_rates where user_id = any($1)", [
      [gone, other.personId],
    ]);
    expect(rows).toEqual([{ user_id: other.personId }]);
  });

  it("are fewer for visitors, by address, and the dashboard's server is not counted", async () => {
    await limitedService(async (at) => {
      const member = await plain.account(10);
      const request = (from?: string, cookie?: string) =>
        requestAccount(at, ACCOUNT.signInOptions, { cookie, ...(from === undefined ? {} : { address: from }) }).then(
          ({ status }) => status,
        );
      const most = visitor.burst / 100;
      for (let index = 0; index < most; index++) expect(await request(`2001:db8:1:1::${index + 1}`)).toBe(200);
      expect(await request("2001:db8:1:1::ffff")).toBe(429);
      expect(await request("2001:db8:1:2::1")).toBe(200);
      // Anyone who is signed in there continues.
      const signedIn = { cookie: member.cookie, address: "2001:db8:1:1::9" };
      expect((await requestAccount(at, ACCOUNT.me, signedIn)).status).toBe(200);
      for (let index = 0; index < 3 * most; index++) expect(await request()).toBe(200);
      for (const path of ["/healthz", "/readyz"]) expect((await fetch(`${at.url}${path}`)).status).toBe(200);
    });
  });

  it("are limited per address, for all people together", async () => {
    await limitedService(async (at) => {
      const people = await Promise.all(many(6, () => plain.account(10)));
      const request = ({ cookie }: TestAccount, from: string) =>
        requestAccount(at, ACCOUNT.me, { cookie, address: from }).then(({ status }) => status);
      const statuses: number[] = [];
      for (let index = 0; index <= address.burst / 100; index++)
        statuses.push(await request(people[index % people.length] ?? expect.fail("somebody"), "192.0.2.1"));
      expect(statuses).toEqual([...many(address.burst / 100, () => 200), 429]);
      expect(await request(people[5] ?? expect.fail("somebody"), "192.0.2.2")).toBe(200);
    });
  });
});
