import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountKey, NewKey } from "@dealflow/contract/account/keys";
import type { ListPage } from "@dealflow/contract/account/lists";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestAccount, requestAccountFeed } from "../testing/account";
import { expectResponse } from "../testing/expect-response";
import { insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await testService();
  second = await testService(service);
  await insertRound(service.database.pool, "Company");
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const listed = async (cookie: string) =>
  (await expectResponse<ListPage<AccountKey>>(service, ACCOUNT.keys, { cookie }, 200)).items;

async function statusWith(key: string, at = service): Promise<number> {
  return (await fetch(`${at.url}${FEEDS.funding.path}?limit=1`, { headers: { [API_KEY_HEADER]: key } })).status;
}

describe("keys", () => {
  it("are shown once, work, and stop within a second of being revoked in every process", async () => {
    const { cookie, workspaceId } = await service.account(100);
    const { key, text } = await expectResponse<NewKey>(
      service,
      ACCOUNT.addKey,
      { cookie, body: { name: " laptop " } },
      201,
    );
    expect(key).toMatchObject({ name: "laptop", lastFour: text.slice(-4), lastUsedAt: null });
    for (const at of [service, second]) expect(await statusWith(text, at)).toBe(200);
    expect(JSON.stringify(await listed(cookie))).not.toContain(text);
    expect(service.logged.join("")).not.toContain(text);
    await expect.poll(async () => (await listed(cookie))[0]?.lastUsedAt).not.toBeNull();
    await expectResponse(service, ACCOUNT.revokeKey, { cookie, id: key.id }, 204);
    const revokedAt = performance.now();
    for (const at of [service, second]) await expect.poll(() => statusWith(text, at), { interval: 20 }).toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(1_500);
    await expectResponse(service, ACCOUNT.revokeKey, { cookie, id: key.id }, 404);
    const { cookie: ofMember } = await service.person(workspaceId, "member");
    expect((await listed(ofMember)).find(({ id }) => id === key.id)?.revokedAt).toEqual(expect.any(String));
  });

  it("are rotated: the old one works for the requested time", async () => {
    const { cookie } = await service.account(100);
    const first = await expectResponse<NewKey>(service, ACCOUNT.addKey, { cookie, body: { name: "server" } }, 201);
    const second = await expectResponse<NewKey>(
      service,
      ACCOUNT.rotateKey,
      { cookie, id: first.key.id, body: { days: 7 } },
      201,
    );
    expect([await statusWith(first.text), await statusWith(second.text)]).toEqual([200, 200]);
    const third = await expectResponse<NewKey>(
      service,
      ACCOUNT.rotateKey,
      { cookie, id: second.key.id, body: { days: 0 } },
      201,
    );
    await expect.poll(() => statusWith(second.text), { timeout: 5_000 }).toBe(401);
    expect([await statusWith(first.text), await statusWith(third.text)]).toEqual([200, 200]);
    for (const days of [-1, 8, 1.5, "1", null])
      await expectResponse(service, ACCOUNT.rotateKey, { cookie, id: third.key.id, body: { days } }, 400);
  });

  it("don't have the name of the dashboard's own requests", async () => {
    const { cookie } = await service.account(1);
    for (const name of ["Dashboard", " dashboard "]) {
      const response = await requestAccount(service, ACCOUNT.addKey, { cookie, body: { name } });
      expect([response.status, (await response.json()).error.message]).toEqual([
        409,
        `The name "Dashboard" stands for the dashboard's own requests. Choose another one.`,
      ]);
    }
    await expectResponse(service, ACCOUNT.addKey, { cookie, body: { name: "Dashboard 2" } }, 201);
  });

  it("have names of 1 to 80 characters", async () => {
    const { cookie } = await service.account(1);
    for (const name of ["", "  ", "x".repeat(81), "a\u0007b", 7])
      await expectResponse(service, ACCOUNT.addKey, { cookie, body: { name } }, 400);
    await expectResponse(service, ACCOUNT.addKey, { cookie, body: { name: "🔑".repeat(80) } }, 201);
  });
});

describe("the dashboard's key", () => {
  it("blocks the dashboard's feed when it is revoked, and unblocks it when it is restored", async () => {
    const { cookie } = await service.account(100);
    const request = async () => (await requestAccountFeed(service, `${FEEDS.funding.path}?limit=1`, cookie)).status;
    expect(await request()).toBe(200);
    const [dashboard] = (await listed(cookie)).filter((key) => key.dashboard);
    expect(dashboard).toMatchObject({ name: "Dashboard", lastFour: null, revokedAt: null });
    await expectResponse(service, ACCOUNT.restoreDashboardKey, { cookie, body: {} }, 409);
    await expectResponse(service, ACCOUNT.revokeKey, { cookie, id: dashboard?.id ?? "" }, 204);
    await expect.poll(request, { timeout: 5_000 }).toBe(403);
    const restored = await expectResponse<AccountKey>(service, ACCOUNT.restoreDashboardKey, { cookie, body: {} }, 201);
    expect(restored).toMatchObject({ name: "Dashboard", dashboard: true });
    await expect.poll(request, { timeout: 5_000 }).toBe(200);
    expect((await listed(cookie)).filter((key) => key.dashboard)).toHaveLength(2);
  });
});
