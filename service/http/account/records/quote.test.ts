/** A quote gives, for free, what the timeline then charges. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBalance, readLedger } from "@/service/credits/ledger";
import { type AccountRequest, requestAccount, requestAccountFeed } from "../../testing/account";
import { insertCompanies, insertDeal, insertMove, insertPerson, insertRound } from "../../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../../testing/service";

let service: TestService;
let cookie: string;
let workspaceId: string;
let alderId: string;
let birchId: string;

beforeAll(async () => {
  service = await testService();
  ({ cookie, workspaceId } = await service.account(100));
  const { pool } = service.database;
  const [alder, birch] = await insertCompanies(pool, [
    { name: "Alder GmbH", domain: "alder.example", socialHandle: "alder-boats" },
    { name: "Birch", domain: "birch.example" },
  ]);
  if (!alder || !birch) throw new Error("two companies were requested");
  [alderId, birchId] = [alder.id, birch.id];
  const person = await insertPerson(pool);
  await insertRound(pool, alder);
  await insertRound(pool, alder);
  await insertRound(pool, birch);
  await insertRound(pool, "Alder GmbH");
  await insertDeal(pool, alder, birch);
  await insertDeal(pool, "Stranger", alder);
  await insertMove(pool, person, alder, { fromCompany: birch });
  // Both sides are one company: one event.
  await insertMove(pool, person, alder, { moveType: "promotion", fromCompany: alder });
});
afterAll(() => service.stop());

async function request(endpoint: AccountEndpoint, accountRequest: AccountRequest) {
  const response = await requestAccount(service, endpoint, accountRequest);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const get = (query: string, as = cookie) => request(ACCOUNT.quote, { search: `?${query}`, cookie: as });
const post = (body: unknown, as = cookie) => request(ACCOUNT.quotes, { body, cookie: as });

async function charged(query: string): Promise<number> {
  const buyer = await service.account(100);
  const response = await fetch(`${service.url}${TIMELINE_PATH}?${query}`, { headers: { [API_KEY_HEADER]: buyer.key } });
  return Number(response.headers.get(CREDITS_USED_HEADER));
}

describe("a quote", () => {
  it.each([
    ["id", () => alderId],
    ["domain", () => "https://www.alder.example/about"],
    ["name", () => "alder"],
    ["socialUrl", () => "alder-boats"],
  ])("by %s counts what the timeline charges, kind by kind", async (selector, value) => {
    const query = new URLSearchParams({ [selector]: value() }).toString();
    const { status, body } = await get(query);
    expect(status).toBe(200);
    expect(body).toEqual({
      found: true,
      // A look-up by another selector discloses no name.
      company: { id: alderId, name: selector === "name" ? "Alder GmbH" : null },
      counts: { funding: 2, acquisitions: 2, exec_moves: 2 },
      lookupsLeft: expect.any(Number),
    });
    expect(await charged(query)).toBe(7);
    for (const kind of ["funding", "acquisitions", "exec_moves"])
      expect(await charged(`${query}&include=${kind}`)).toBe(1 + body.counts[kind]);
  });

  it("leaves neither a charge nor an entry in the ledger", async () => {
    const before = await readLedger(service.database.pool, workspaceId, 100);
    await get(`id=${alderId}`);
    await post({ companies: [{ id: alderId }, { domain: "birch.example" }] });
    expect(await readLedger(service.database.pool, workspaceId, 100)).toEqual(before);
    expect((await readBalance(service.database.pool, workspaceId)).balance).toBe(100);
  });

  it("is given at a balance of 0", async () => {
    const { cookie: poor } = await service.account(0);
    expect((await get(`id=${alderId}`, poor)).body.found).toBe(true);
  });

  it.each(["id=00000000-0000-7000-8000-000000000000", "domain=nobody.example", "name=Nobody", "socialUrl=nobody"])(
    "for %s finds nobody",
    async (query) => {
      const { status, body } = await get(query);
      expect([status, body.found, body.company]).toEqual([200, false, null]);
    },
  );

  it("rejects what the timeline rejects", async () => {
    for (const query of ["", "id=42", `id=${alderId}&name=Alder`, "include=funding"])
      expect((await get(query)).status).toBe(400);
  });
});

describe("several at once", () => {
  it("are in request order, also duplicates and unknown ones", async () => {
    const { status, body } = await post({
      companies: [{ id: birchId.toUpperCase() }, { name: "Nobody" }, { domain: "alder.example" }, { id: alderId }],
    });
    expect(status).toBe(200);
    expect(body.quotes.map((quote: { company: { id: string } | null }) => quote.company?.id)).toEqual([
      birchId,
      undefined,
      alderId,
      alderId,
    ]);
    expect(body.quotes[0].counts).toEqual({ funding: 1, acquisitions: 1, exec_moves: 1 });
  });

  it("are 25 at most", async () => {
    const companies = Array.from({ length: 26 }, () => ({ id: alderId }));
    expect((await post({ companies })).status).toBe(400);
    expect((await post({ companies: companies.slice(1) })).body.quotes).toHaveLength(25);
  });

  it("are rate limited by workspace", async () => {
    const { cookie: eager } = await service.account(0);
    const companies = Array.from({ length: 25 }, () => ({ id: alderId }));
    const responses = [];
    for (let round = 0; round < 9; round++) responses.push(await post({ companies }, eager));
    expect(responses.at(0)?.status).toBe(200);
    expect(responses.at(-1)?.status).toBe(429);
    expect(Number(responses.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await post({ companies })).status).toBe(200);
  });
});

describe("look-ups of companies that are not owned", () => {
  const limited = (most: number) =>
    testService(service, { lookupsPerDay: most, payOnceDays: Number.POSITIVE_INFINITY });
  const look = async (at: TestService, by: TestAccount, search: string) => {
    const response = await requestAccount(at, ACCOUNT.quote, { cookie: by.cookie, search: `?${search}` });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it("are limited by person and day: a miss counts, a repeat of the same day does not", async () => {
    const at = await limited(3);
    const person = await service.account(0);
    expect((await look(at, person, "name=Alder")).body.lookupsLeft).toBe(2);
    expect((await look(at, person, "name=ALDER")).body.lookupsLeft).toBe(2);
    expect((await look(at, person, "domain=nobody.example")).body).toMatchObject({ found: false, lookupsLeft: 1 });
    expect((await look(at, person, `id=${birchId}`)).body.lookupsLeft).toBe(0);
    const { status, headers, body } = await look(at, person, "name=Birch");
    expect([status, body.error.message]).toEqual([
      429,
      "You can look up 3 companies a day that your workspace doesn't own. Try again after midnight UTC.",
    ]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(86_400);
    expect((await look(at, person, "name=Alder")).status).toBe(200);
    const colleague = await service.person(person.workspaceId, "member");
    const theirs = await requestAccount(at, ACCOUNT.quote, { cookie: colleague.cookie, search: "?name=Birch" });
    expect(theirs.status).toBe(200);
    await at.stop();
  });

  it("are refused as a whole when a list has too many, and free again the next day", async () => {
    const at = await limited(2);
    const person = await service.account(0);
    const list = { companies: [{ name: "Alder" }, { name: "Birch" }, { name: "Cedar" }] };
    const refused = await requestAccount(at, ACCOUNT.quotes, { cookie: person.cookie, body: list });
    expect(refused.status).toBe(429);
    expect((await look(at, person, "name=Alder")).body.lookupsLeft).toBe(1);
    await service.database.pool.query("update company_lookups set day = day - 1");
    expect((await look(at, person, "name=Birch")).body.lookupsLeft).toBe(1);
    const { rows } = await service.database.pool.query("select count(*) from company_lookups where person_id = $1", [
      person.personId,
    ]);
    expect(rows[0].count).toBe(1);
    await at.stop();
  });

  it("are limited over parallel requests", async () => {
    const at = await limited(5);
    const person = await service.account(0);
    const all = Array.from({ length: 8 }, (_, index) => look(at, person, `name=Nobody${index}`));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    await at.stop();
  });

  it("don't count owned companies, which have their name, nor watched ones by id", async () => {
    const at = await limited(0);
    const person = await service.account(10);
    expect((await look(at, person, `id=${alderId}`)).status).toBe(429);
    const watch = { companies: [{ id: alderId, name: "Alder", domain: null }] };
    expect((await requestAccount(at, ACCOUNT.watch, { cookie: person.cookie, body: watch })).status).toBe(201);
    expect((await look(at, person, `id=${alderId}`)).body.company).toEqual({ id: alderId, name: null });
    expect((await look(at, person, "name=Alder")).status).toBe(429);
    const bought = await requestAccountFeed(at, `${FEEDS.companies.path}?domain=birch.example`, person.cookie);
    expect(bought.status).toBe(200);
    expect((await look(at, person, "domain=birch.example")).body.company).toEqual({ id: birchId, name: "Birch" });
    await at.stop();
  });
});
