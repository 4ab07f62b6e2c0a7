/** Tests what a sign-in session used, its budget, and that nothing which reads is charged for. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY } from "@dealflow/contract/account/explore";
import { SESSION_USED_HEADER, VIEW_HEADER, VIEW_USED_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CASES } from "../testing/access-cases";
import { createAccessFixture } from "../testing/access-fixture";
import { requestAccount } from "../testing/account";
import { insertCompany, insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
let companyId: string;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  const company = await insertCompany(service.database.pool, { name: "Alder", domain: "alder.example" });
  companyId = company.id;
  for (let round = 0; round < 9; round++) await insertRound(service.database.pool, company);
});
afterAll(() => service.stop());

let keys = 0;
const buyPage = (cookie: string, limit: number, view = "/funding", key = `key ${++keys}`.replace(" ", "-")) =>
  requestAccount(service, BUY.records, {
    cookie,
    id: "funding",
    search: `?limit=${limit}`,
    body: {},
    headers: { [VIEW_HEADER]: view, "Idempotency-Key": key },
  });
const readMeter = async (cookie: string) => (await requestAccount(service, ACCOUNT.workspace, { cookie })).json();
const setSessionBudget = ({ cookie }: TestAccount, session: number | null) =>
  requestAccount(service, ACCOUNT.setBudget, { cookie, body: { person: null, day: null, month: null, session } });
const used = ({ headers }: Response) =>
  [SESSION_USED_HEADER, VIEW_USED_HEADER].map((name) => Number(headers.get(name) ?? Number.NaN));
const readLedger = async (workspaceId: string) =>
  (await service.database.pool.query("select * from ledger where workspace_id = $1 order by id", [workspaceId])).rows;

describe("a session's use", () => {
  it("is counted in all and by view, for each session alone", async () => {
    const { cookie, workspaceId } = await service.account(100);
    const colleague = await service.person(workspaceId, "member");
    expect(used(await buyPage(cookie, 3, "/funding?round=seed"))).toEqual([3, 3]);
    expect(used(await buyPage(colleague.cookie, 4, "/funding"))).toEqual([1, 1]);
    expect(used(await buyPage(cookie, 6, "/funding"))).toEqual([5, 2]);
    expect(await readMeter(cookie)).toMatchObject({ balance: 94, highest: 100, sessionUsed: 5, sessionBudget: null });
    expect(await readMeter(colleague.cookie)).toMatchObject({ balance: 94, sessionUsed: 1 });
    const explored = await requestAccount(service, ACCOUNT.explore, {
      cookie,
      id: "funding",
      headers: { [VIEW_HEADER]: "/funding" },
    });
    expect(await explored.json()).toMatchObject({ creditsInView: 2 });
  });

  it("is not counted twice when a purchase is repeated under its key", async () => {
    const { cookie } = await service.account(100);
    await buyPage(cookie, 3, "/funding", "the-same-key");
    const repeated = await buyPage(cookie, 3, "/funding", "the-same-key");
    expect([repeated.status, repeated.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
    expect(await readMeter(cookie)).toMatchObject({ balance: 97, sessionUsed: 3 });
  });

  it("starts at 0 again 8 hours after the last purchase", async () => {
    const { cookie } = await service.account(100);
    await buyPage(cookie, 3);
    await service.database.pool.query("update session_use set at = at - interval '8 hours 1 second'");
    expect(await readMeter(cookie)).toMatchObject({ sessionUsed: 0 });
    expect(used(await buyPage(cookie, 5))).toEqual([2, 2]);
  });
});

describe("a session's budget", () => {
  it("is never exceeded, also by purchases at the same moment, and another session has its own", async () => {
    const account = await service.account(100);
    const { cookie, workspaceId } = account;
    expect((await setSessionBudget(account, 5)).status).toBe(200);
    const statuses = await Promise.all([1, 2, 3].map(async (n) => (await buyPage(cookie, n * 2)).status));
    const { sessionUsed, sessionBudget, balance } = await readMeter(cookie);
    expect(sessionUsed).toBeLessThanOrEqual(5);
    expect([sessionBudget, 100 - balance]).toEqual([5, sessionUsed]);
    expect(statuses.every((status) => status === 200 || status === 403)).toBe(true);
    const refused = await buyPage(cookie, 9);
    expect(refused.status).toBe(403);
    expect((await refused.json()).error).toMatchObject({
      code: "BUDGET_REACHED",
      message: expect.stringMatching(
        /^This session's budget of 5 credits would be exceeded: \d used, this request needs \d$/,
      ),
    });
    const colleague = await service.person(workspaceId, "member");
    expect((await buyPage(colleague.cookie, 9)).status).toBe(200);
  });

  it("is set by owners, for the workspace alone, and removed again", async () => {
    const account = await service.account(100);
    const colleague = await service.person(account.workspaceId, "member");
    const body = { person: null, day: null, month: null, session: 5 };
    expect((await requestAccount(service, ACCOUNT.setBudget, { cookie: colleague.cookie, body })).status).toBe(403);
    const ofPerson = { ...body, person: colleague.personId };
    expect((await requestAccount(service, ACCOUNT.setBudget, { cookie: account.cookie, body: ofPerson })).status).toBe(
      400,
    );
    await setSessionBudget(account, 5);
    expect((await (await setSessionBudget(account, null)).json()).session).toEqual({ limit: null, used: 0 });
  });
});

describe("a timeline", () => {
  const search = "?id=";
  const WHOLE = {
    kinds: ["funding", "acquisitions", "exec_moves"],
    available: 9,
    cut: false,
    requestId: null,
    creditsUsed: null,
  };
  it("is bought by a POST, and free from then on", async () => {
    const { cookie } = await service.account(100);
    const owned = async () =>
      (await requestAccount(service, ACCOUNT.ownedTimelines, { cookie, search: `?record=${companyId}` })).json();
    expect(await owned()).toEqual({ timelines: [[]] });
    const bought = await requestAccount(service, BUY.timeline, {
      cookie,
      search: `${search}${companyId}`,
      headers: { [VIEW_HEADER]: `/companies/${companyId}`, "Idempotency-Key": "timeline" },
    });
    const { data } = await bought.json();
    expect(used(bought)).toEqual([10, 10]);
    expect(data.events).toHaveLength(9);
    expect(await owned()).toEqual({ timelines: [[{ ...WHOLE, purchasedAt: expect.any(String), timeline: data }]] });
    const batch = await requestAccount(service, BUY.timelines, { cookie, body: { companies: [{ id: companyId }] } });
    expect([batch.status, batch.headers.get("X-Credits-Used")]).toEqual([200, "0"]);
  });

  it("is owned as far as the credits reached", async () => {
    const { cookie } = await service.account(5);
    const bought = await requestAccount(service, BUY.timeline, { cookie, search: `${search}${companyId}` });
    const { data } = await bought.json();
    const owned = await requestAccount(service, ACCOUNT.ownedTimelines, { cookie, search: `?record=${companyId}` });
    const part = { ...WHOLE, cut: true, purchasedAt: expect.any(String), timeline: data };
    expect(data.events).toHaveLength(4);
    expect(await owned.json()).toEqual({ timelines: [[part]] });
  });
});

describe("reading", () => {
  it("never changes the ledger: no GET of the private API does", async () => {
    const { owner, ofOwner, workspaceId } = await createAccessFixture(service);
    const before = await readLedger(workspaceId);
    const reads = Object.entries<AccountEndpoint>(ACCOUNT).filter(([, { method }]) => method === "GET");
    expect(reads.length).toBeGreaterThan(30);
    for (const [name, endpoint] of reads) {
      const stopped = new AbortController();
      const request = CASES[name as keyof typeof CASES].request?.(ofOwner);
      const response = await requestAccount(service, endpoint, {
        ...request,
        cookie: owner.cookie,
        headers: { "Idempotency-Key": `read-${name}`, [VIEW_HEADER]: "/funding" },
        signal: stopped.signal,
      });
      if (endpoint.stream) stopped.abort();
      else await response.arrayBuffer();
    }
    for (const { path } of Object.values(BUY)) {
      const response = await requestAccount(service, { method: "GET", path }, { cookie: owner.cookie, id: "funding" });
      expect(response.status).toBe(405);
    }
    expect(await readLedger(workspaceId)).toEqual(before);
  });
});
