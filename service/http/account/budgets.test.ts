import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import type { AccountBudgets } from "@dealflow/contract/account/spending/budgets";
import { BUDGET_REACHED } from "@dealflow/contract/errors";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { ACCOUNT_SECRET, requestAccountFeed } from "../testing/account";
import { readBalance } from "../testing/api-client";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { insertCompanies, insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await testService();
  second = await testService(service);
  const [company] = await insertCompanies(service.database.pool, [
    { name: "Alder", domain: "alder.example" },
    { name: "Bare", domain: "bare.example" },
  ]);
  if (company === undefined) throw new Error("two companies were requested");
  for (let index = 0; index < 12; index++) await insertRound(service.database.pool, company);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

async function team(credits = 1_000) {
  const owner = await service.account(credits);
  return { owner, member: await service.person(owner.workspaceId, "member", "Mika") };
}

type Limits = { readonly person?: string | null; readonly day?: number | null; readonly month?: number | null };
const set = (cookie: string, limits: Limits) =>
  expectResponse<AccountBudgets>(service, ACCOUNT.setBudget, {
    cookie,
    body: { person: null, day: null, month: null, ...limits },
  });

const readMeter = (cookie: string) => expectResponse(service, ACCOUNT.workspace, { cookie });

const page = (limit: number) => `${FEEDS.funding.path}?limit=${limit}`;

async function buy(cookie: string, limit: number, headers: Record<string, string> = {}, at = service) {
  const response = await requestAccountFeed(at, page(limit), cookie, headers);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("a budget of a workspace", () => {
  it("rejects a request that would exceed it as a whole, with one sentence, and charges nothing", async () => {
    const { owner, member } = await team();
    await set(owner.cookie, { day: 12 });
    expect((await buy(member.cookie, 7)).status).toBe(200);
    const { status, body, headers } = await buy(owner.cookie, 6);
    expect([status, body.error]).toEqual([
      403,
      {
        code: BUDGET_REACHED,
        message: "The workspace's budget of 12 credits a day would be exceeded: 7 used, this request needs 6",
      },
    ]);
    expect([headers.get("X-Credits-Used"), headers.get("X-Credits-Remaining")]).toEqual(["0", "993"]);
    expect(headers.get("RateLimit")).toMatch(/r=\d+/);
    expect(await readMeter(owner.cookie)).toMatchObject({ sessionUsed: 0, sessionMost: 5 });
    expect((await buy(owner.cookie, 5)).status).toBe(200);
    expect(await readMeter(owner.cookie)).toMatchObject({ sessionUsed: 5, sessionMost: 5 });
    expect(await readBalance(service, owner.workspaceId)).toBe(988);
    const direct = await fetch(`${service.url}${page(12)}`, { headers: { [API_KEY_HEADER]: owner.key } });
    expect(direct.status).toBe(200);
    expect(await expectResponse(service, ACCOUNT.budgets, { cookie: owner.cookie })).toMatchObject({
      workspace: { limits: { day: 12, month: null }, used: { day: 12, month: 12 } },
      members: [
        { name: "Ada Quill", used: { day: 5, month: 5 }, limits: { day: null, month: null } },
        { name: "Mika", used: { day: 7, month: 7 } },
      ],
    });
  });

  it("is never exceeded by concurrent purchases in two processes", async () => {
    const { owner, member } = await team();
    await set(owner.cookie, { month: 50 });
    const cookies = [owner.cookie, member.cookie];
    const bought = await Promise.all(
      Array.from({ length: 40 }, (_, index) => buy(cookies[index % 2] ?? "", 3, {}, index % 4 < 2 ? service : second)),
    );
    const statuses = bought.map(({ status }) => status);
    expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 403).length]).toEqual([
      16, 24,
    ]);
    expect(await readBalance(service, owner.workspaceId)).toBe(952);
  });

  it("applies under an idempotency key too, and a replay costs nothing", async () => {
    const { owner } = await team();
    await set(owner.cookie, { day: 10 });
    const key = { "Idempotency-Key": "first" };
    const first = await buy(owner.cookie, 6, key);
    expect(first.status).toBe(200);
    const over = await buy(owner.cookie, 6, { "Idempotency-Key": "second" });
    expect([over.status, over.body.error.code]).toEqual([403, BUDGET_REACHED]);
    const again = await buy(owner.cookie, 6, key);
    expect([again.status, again.headers.get("X-Credits-Used")]).toEqual([200, "0"]);
    expect(again.body).toEqual(first.body);
    // The rejection was not stored: with more room the same request is served.
    await set(owner.cookie, { day: 20 });
    expect((await buy(owner.cookie, 6, { "Idempotency-Key": "second" })).status).toBe(200);
    expect(await readBalance(service, owner.workspaceId)).toBe(988);
  });

  it("serves the companies of a batch that it covers, and rejects when it covers none", async () => {
    const { owner } = await team();
    await set(owner.cookie, { day: 15 });
    const batch = async (...names: string[]) => {
      const response = await fetch(`${service.url}${accountFeedPath(TIMELINE_PATH)}`, {
        method: "POST",
        headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: owner.cookie },
        body: JSON.stringify({ companies: names.map((name) => ({ name })) }),
      });
      return { status: response.status, body: await response.json() };
    };
    const some = await batch("Nobody", "Alder", "Bare", "Alder");
    expect(some.body.map((item: { status: string; cost: number }) => `${item.status} ${item.cost}`)).toEqual([
      "not_found 0",
      "served 13",
      "served 1",
      "skipped 0",
    ]);
    const none = await batch("Alder", "Bare");
    expect([none.status, none.body.error.message]).toEqual([
      403,
      "The workspace's budget of 15 credits a day would be exceeded: 14 used, this request needs 13",
    ]);
    expect((await batch("Nobody")).status).toBe(200);
    expect(await readBalance(service, owner.workspaceId)).toBe(986);
  });
});

describe("a budget of a person", () => {
  it("applies to them alone, and is shown to them and to owners", async () => {
    const { owner, member } = await team();
    const response = await set(owner.cookie, { person: member.personId, month: 1 });
    expect(response.members.map(({ name, limits }) => [name, limits.month])).toEqual([
      ["Ada Quill", null],
      ["Mika", 1],
    ]);
    const over = await buy(member.cookie, 2);
    expect(over.body.error.message).toBe(
      "Your budget of 1 credit a month would be exceeded: 0 used, this request needs 2",
    );
    expect((await buy(owner.cookie, 2)).status).toBe(200);
    // Each one's meter knows what they may still spend.
    expect(await readMeter(member.cookie)).toMatchObject({ sessionUsed: 0, sessionMost: 1 });
    expect(await readMeter(owner.cookie)).toMatchObject({ sessionUsed: 2, sessionMost: null });
    const own = await expectResponse<AccountBudgets>(service, ACCOUNT.budgets, { cookie: member.cookie });
    expect(own.members.map(({ name }) => name)).toEqual(["Mika"]);
    expect(own.workspace.used).toEqual({ day: 2, month: 2 });
    await set(owner.cookie, { person: member.personId });
    expect((await buy(member.cookie, 2)).status).toBe(200);
  });

  it("is set by owners, for members, to whole credits", async () => {
    const [{ owner, member }, other] = [await team(), await team()];
    const body = { person: null, day: 5, month: null };
    expect(await expectErrorMessage(service, ACCOUNT.setBudget, { cookie: member.cookie, body }, 403)).toMatch(
      "Only owners",
    );
    const responses = await Promise.all(
      [other.member.personId, newId()].map((person) =>
        expectErrorMessage(service, ACCOUNT.setBudget, { cookie: owner.cookie, body: { ...body, person } }, 404),
      ),
    );
    expect(new Set(responses)).toEqual(new Set(["This person is not a member of the workspace."]));
    for (const wrong of [{ day: 0 }, { day: 1.5 }, { month: -1 }, { month: 1e9 + 1 }, { day: "5" }, { person: "x" }])
      await expectErrorMessage(service, ACCOUNT.setBudget, { cookie: owner.cookie, body: { ...body, ...wrong } }, 400);
  });
});
