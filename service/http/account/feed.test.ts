import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, BALANCE_SEQUENCE_HEADER, VIEW_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "@/service/accounts/keys";
import { ACCOUNT_SECRET, requestAccount, requestAccountFeed } from "../testing/account";
import { readBalance } from "../testing/api-client";
import { ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "../testing/each-endpoint";
import { insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await insertOfEach(service.database.pool);
  for (let index = 0; index < 30; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

const FUNDING = FEEDS.funding.path;
const getDashboardKey = async (workspaceId: string) =>
  (await service.database.pool.query("select id from api_keys where workspace_id = $1 and dashboard", [workspaceId]))
    .rows[0]?.id;
const readUses = async (workspaceId: string) =>
  (
    await service.database.pool.query(
      `select endpoint, key_id as "keyId", person_id as "personId", view, delta, request_id as "requestId"
       from ledger where workspace_id = $1 and delta < 0 order by id`,
      [workspaceId],
    )
  ).rows;

describe("a person's feed request", () => {
  it.each(ENDPOINT_NAMES)("gets the same response as /v1: %s", async (name) => {
    const { cookie, key } = await service.account(1_000);
    const { method, path, responses }: Endpoint = ENDPOINTS[name];
    const { query, body } = EXAMPLES[name];
    const init = { method, ...(body === undefined ? {} : { body }) };
    const search = query === "" ? "" : `?${query}`;
    const byKey = await fetch(`${service.url}${path}${search}`, { ...init, headers: { [API_KEY_HEADER]: key } });
    const bySession = await fetch(`${service.url}${accountFeedPath(path)}${search}`, {
      ...init,
      headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: cookie },
    });
    const [one, two] = [await byKey.json(), await bySession.json()];
    expect(bySession.status).toBe(200);
    responses[200]?.parse(two);
    expect(two.data ?? two.map(({ status }: { status: string }) => status)).toEqual(
      one.data ?? one.map(({ status }: { status: string }) => status),
    );
    expect(bySession.headers.get("X-Credits-Used")).toBe(byKey.headers.get("X-Credits-Used"));
    expect(bySession.headers.get("RateLimit-Policy")).toBe(byKey.headers.get("RateLimit-Policy"));
    expect(bySession.headers.get("Set-Cookie")).toBeNull();
  });

  it("is charged to the workspace's Dashboard key, with person and page in the ledger", async () => {
    const { workspaceId, cookie, personId } = await service.account(100);
    const colleague = await service.person(workspaceId, "member");
    const results = await Promise.all([
      requestAccountFeed(service, `${FUNDING}?limit=3`, cookie, { [VIEW_HEADER]: "/funding" }),
      requestAccountFeed(service, `${FUNDING}?limit=4`, colleague.cookie),
      requestAccountFeed(service, `${FUNDING}?limit=5`, cookie, { "Idempotency-Key": "once" }),
    ]);
    const replayed = await requestAccountFeed(service, `${FUNDING}?limit=5`, colleague.cookie, {
      "Idempotency-Key": "once",
    });
    expect([replayed.status, replayed.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
    const keyId = await getDashboardKey(workspaceId);
    const common = { endpoint: "funding_events.list", keyId };
    const ids = results.map(({ headers }) => headers.get("X-Request-Id"));
    expect((await readUses(workspaceId)).sort((a, b) => b.delta - a.delta)).toEqual([
      { ...common, personId, view: "/funding", delta: -3, requestId: ids[0] },
      { ...common, personId: colleague.personId, view: null, delta: -4, requestId: ids[1] },
      { ...common, personId, view: null, delta: -5, requestId: ids[2] },
    ]);
    expect(await readBalance(service, workspaceId)).toBe(88);
    await expect
      .poll(
        async () =>
          (await service.database.pool.query("select last_used_at from api_keys where id = $1", [keyId])).rows[0],
      )
      .toEqual({ last_used_at: expect.any(Date) });
  });

  it("reports the sequence of its balance, also a rejected and a replayed one; /v1 does not", async () => {
    const account = await service.account(10);
    const { cookie, key } = account;
    const balanceAndSequence = ({ headers }: Response) =>
      ["X-Credits-Remaining", BALANCE_SEQUENCE_HEADER].map((name) => Number(headers.get(name)));
    const buy = (limit: number, headers = {}) =>
      requestAccountFeed(service, `${FUNDING}?limit=${limit}`, cookie, headers);
    expect(balanceAndSequence(await buy(3))).toEqual([7, 2]);
    expect(balanceAndSequence(await buy(2, { "Idempotency-Key": "sequence" }))).toEqual([5, 3]);
    expect(balanceAndSequence(await buy(0))).toEqual([5, 3]);
    const byKey = await fetch(`${service.url}${FUNDING}?limit=1`, { headers: { [API_KEY_HEADER]: key } });
    expect([byKey.status, byKey.headers.get(BALANCE_SEQUENCE_HEADER)]).toEqual([200, null]);
    const replayed = await buy(2, { "Idempotency-Key": "sequence" });
    expect([replayed.headers.get("Idempotent-Replayed"), ...balanceAndSequence(replayed)]).toEqual(["true", 4, 4]);
    expect((await replayed.json()).meta.creditsRemaining).toBe(5);
    expect(balanceAndSequence(await buy(9))).toEqual([0, 5]);
    const refused = await buy(1);
    expect([refused.status, ...balanceAndSequence(refused)]).toEqual([402, 0, 5]);
    for (const endpoint of [ACCOUNT.workspace, ACCOUNT.credits])
      expect(await (await requestAccount(service, endpoint, account)).json()).toMatchObject({
        balance: 0,
        sequence: 5,
      });
  });

  it("shares the workspace's rate limit with its keys", async () => {
    const { cookie, key } = await service.account(100, { limit: { perMinute: 1, burst: 2 } });
    const byKey = () => fetch(`${service.url}${FUNDING}?limit=1`, { headers: { [API_KEY_HEADER]: key } });
    expect((await byKey()).status).toBe(200);
    expect((await requestAccountFeed(service, `${FUNDING}?limit=1`, cookie)).status).toBe(200);
    expect((await byKey()).status).toBe(429);
    const rejectedResponse = await requestAccountFeed(service, `${FUNDING}?limit=1`, cookie);
    expect([rejectedResponse.status, rejectedResponse.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
  });

  it("is rejected in the envelope: wrong input, wrong method, no credits, unknown path", async () => {
    const { cookie, workspaceId } = await service.account(0);
    const refusals = [
      [await requestAccountFeed(service, `${FUNDING}?limit=0`, cookie), 400, "INVALID_INPUT"],
      [await requestAccountFeed(service, FUNDING, cookie), 402, "PAYMENT_REQUIRED"],
      [await requestAccountFeed(service, "/v1/nothing", cookie), 404, "NOT_FOUND"],
      [
        await fetch(`${service.url}${accountFeedPath(FUNDING)}`, {
          method: "DELETE",
          headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: cookie },
        }),
        405,
        "METHOD_NOT_ALLOWED",
      ],
    ] as const;
    for (const [response, status, code] of refusals) {
      const { error, meta } = await response.json();
      expect([response.status, error.code]).toEqual([status, code]);
      expect(meta.requestId).toBe(response.headers.get("X-Request-Id"));
    }
    expect(await readUses(workspaceId)).toEqual([]);
  });

  it("ends within a second when the person is removed, and nothing is charged", async () => {
    const { workspaceId } = await service.account(100);
    const { cookie, personId } = await service.person(workspaceId, "member");
    expect((await requestAccountFeed(service, `${FUNDING}?limit=1`, cookie)).status).toBe(200);
    await service.database.pool.query("delete from members where user_id = $1", [personId]);
    const later = await service.later(1_000, () => requestAccountFeed(service, `${FUNDING}?limit=0`, cookie));
    expect(later.status).toBe(401);
    expect(await readBalance(service, workspaceId)).toBe(99);
  });

  it("is rejected when the Dashboard key is revoked, while keys and account pages continue to work", async () => {
    const { workspaceId, cookie, key } = await service.account(100);
    expect((await requestAccountFeed(service, `${FUNDING}?limit=1`, cookie)).status).toBe(200);
    await revokeKey(service.database.pool, workspaceId, await getDashboardKey(workspaceId), new Date());
    const later = await service.later(1_000, () => requestAccountFeed(service, `${FUNDING}?limit=0`, cookie));
    expect(later.status).toBe(403);
    const { error } = await (await requestAccountFeed(service, FUNDING, cookie)).json();
    expect(error).toEqual({
      code: "FORBIDDEN",
      message:
        "this workspace's Dashboard key is revoked, so the dashboard can't spend credits; an owner can restore it under Settings, Keys",
    });
    const byKey = await fetch(`${service.url}${FUNDING}?limit=1`, { headers: { [API_KEY_HEADER]: key } });
    expect(byKey.status).toBe(200);
    expect(await readBalance(service, workspaceId)).toBe(98);
  });

  it("is not available with a session on /v1, nor with a key here", async () => {
    const { cookie, key } = await service.account(100);
    const secret = { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET };
    const v1 = await fetch(`${service.url}${FUNDING}`, { headers: { ...secret, Cookie: cookie } });
    expect(v1.status).toBe(401);
    const here = await fetch(`${service.url}${accountFeedPath(FUNDING)}`, {
      headers: { ...secret, [API_KEY_HEADER]: key },
    });
    expect(here.status).toBe(401);
  });
});
