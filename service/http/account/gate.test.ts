import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT, ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@/lib/contract/account";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { TEST_SECRET, type TestService, testService } from "../testing/service";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(70, { name: "Ostermark" }));
});
afterAll(() => service.stop());

const SECRET = createHmac("sha256", TEST_SECRET).update(ACCOUNT_SECRET_PURPOSE).digest("base64url");

function get(path: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${service.url}${path}`, { headers });
}

describe("the account pages", () => {
  it("tell the dashboard's server of the workspace whose key it holds", async () => {
    const response = await get(ACCOUNT.workspace.path, { [ACCOUNT_SECRET_HEADER]: SECRET, [API_KEY_HEADER]: key });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: "Ostermark", balance: 70, granted: 70, used: 0 });
  });

  it("are not there for an API key without the secret, or with a wrong one", async () => {
    const others: Record<string, string>[] = [
      {},
      { [ACCOUNT_SECRET_HEADER]: "wrong" },
      { [ACCOUNT_SECRET_HEADER]: TEST_SECRET },
    ];
    for (const headers of others) {
      const response = await get(ACCOUNT.workspace.path, { [API_KEY_HEADER]: key, ...headers });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("Ostermark");
    }
  });

  it("refuse the secret without a key", async () => {
    expect((await get(ACCOUNT.workspace.path, { [ACCOUNT_SECRET_HEADER]: SECRET })).status).toBe(401);
    expect((await get(ACCOUNT.workspace.path, { [ACCOUNT_SECRET_HEADER]: SECRET, [API_KEY_HEADER]: "x" })).status).toBe(
      401,
    );
  });
});
