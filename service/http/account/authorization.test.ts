import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashToken } from "@/service/accounts/token";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { ACCOUNT_SECRET, requestAccount, requestAccountFeed } from "../testing/account";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
let own: TestAccount;
beforeAll(async () => {
  service = await testService();
  own = await service.account(70, { name: "Ostermark" });
});
afterAll(() => service.stop());

describe("the account pages", () => {
  it("serve the dashboard's server for the member's workspace", async () => {
    const response = await requestAccount(service, ACCOUNT.workspace, { cookie: own.cookie });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: own.workspaceId,
      name: "Ostermark",
      balance: 70,
      sequence: 1,
      highest: 70,
      sessionUsed: 0,
      sessionBudget: null,
      sessionMost: null,
    });
  });

  it("are 404 without the secret or with a wrong one, even with valid credentials", async () => {
    const secrets: Record<string, string>[] = [
      {},
      { [ACCOUNT_SECRET_HEADER]: "wrong" },
      { [ACCOUNT_SECRET_HEADER]: TEST_SECRET },
    ];
    for (const secret of secrets)
      for (const path of [
        "/account/v1/workspace",
        "/account/v1/sign-in/options",
        "/account/v1/feed/funding-events",
        "/account/x",
      ]) {
        const response = await fetch(`${service.url}${path}`, {
          headers: { [API_KEY_HEADER]: own.key, Cookie: own.cookie, ...secret },
        });
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).not.toContain("Ostermark");
      }
  });

  it("accept no API key, with the secret or without", async () => {
    for (const endpoint of Object.values<AccountEndpoint>(ACCOUNT).filter(({ open }) => open !== true)) {
      const response = await requestAccount(service, endpoint, {
        headers: { [API_KEY_HEADER]: own.key },
        id: own.keyId,
      });
      expect([endpoint.path, [401, 404].includes(response.status)]).toEqual([endpoint.path, true]);
    }
    const feed = await fetch(`${service.url}/account/v1/feed/funding-events`, {
      headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, [API_KEY_HEADER]: own.key },
    });
    expect(feed.status).toBe(401);
  });

  it("accept no forged cookie", async () => {
    const [name, value = ""] = own.cookie.split("=");
    const [token = "", signature = ""] = decodeURIComponent(value).split(".");
    const { rows } = await service.database.pool.query("select token_hash from user_sessions where user_id = $1", [
      own.personId,
    ]);
    expect(rows).toEqual([{ token_hash: hashToken(token) }]);
    const swapped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const forged of [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${swapped}`,
      `x${token}.${signature}`,
      "",
      ".",
    ]) {
      const cookie = `${name}=${encodeURIComponent(forged)}`;
      expect([forged, (await requestAccount(service, ACCOUNT.me, { cookie })).status]).toEqual([forged, 401]);
    }
    expect((await requestAccount(service, ACCOUNT.me, { cookie: `other=1; ${own.cookie}; more="2"` })).status).toBe(
      200,
    );
  });

  it("authenticate although every connection for other work is taken", async () => {
    const { main } = service.database.pools;
    // Neither was seen by this process before.
    const { key, cookie } = await service.account(10);
    const taken = await Promise.all(Array.from({ length: main.options.max }, () => main.connect()));
    try {
      expect((await requestAccountFeed(service, "/v1/funding-events", cookie)).status).toBe(200);
      const byKey = await fetch(`${service.url}/v1/funding-events`, { headers: { [API_KEY_HEADER]: key } });
      expect(byKey.status).toBe(200);
      expect(main.idleCount).toBe(0);
    } finally {
      for (const client of taken) client.release();
    }
  });

  it("leave a person of a blocked workspace their own settings, and nothing of the workspace", async () => {
    const account = await service.account(10);
    await updateWorkspace(service.database.pool, account.workspaceId, { blocked: true });
    const request = async (endpoint: AccountEndpoint) => (await requestAccount(service, endpoint, account)).status;
    expect(await request(ACCOUNT.me)).toBe(200);
    expect(await request(ACCOUNT.workspace)).toBe(403);
    expect(await request(ACCOUNT.saved)).toBe(403);
    expect((await requestAccountFeed(service, "/v1/funding-events", account.cookie)).status).toBe(403);
    expect(await request(ACCOUNT.signOut)).toBe(204);
  });
});
