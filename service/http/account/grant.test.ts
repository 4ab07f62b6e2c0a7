import { ACCOUNT } from "@dealflow/contract/account/account";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setOperator } from "@/service/accounts/people/people-list";
import { readBalance } from "@/service/credits/ledger";
import { requestAccount } from "../testing/account";
import { type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

describe("a grant", () => {
  const grant = (cookie: string, amount: unknown) =>
    requestAccount(service, ACCOUNT.grant, { cookie, body: { amount } });

  it("is allowed to operators only, in every workspace", async () => {
    const { cookie, personId } = await service.account(10);
    expect((await grant(cookie, 5)).status).toBe(403);
    await setOperator(service.database.pool, personId, true);
    const response = await grant(cookie, 5);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ balance: 15, sequence: 2, sum: 15, granted: 15, grants: 2 });
    await setOperator(service.database.pool, personId, false);
    expect((await grant(cookie, 5)).status).toBe(403);
  });

  it.each([0, -1, 1.5, "5", null, 1_000_000_001])("of %s credits is none", async (amount) => {
    const { cookie, personId, workspaceId } = await service.account(10);
    await setOperator(service.database.pool, personId, true);
    expect((await grant(cookie, amount)).status).toBe(400);
    expect(await readBalance(service.database.pool, workspaceId)).toMatchObject({ balance: 10, granted: 10 });
  });
});
