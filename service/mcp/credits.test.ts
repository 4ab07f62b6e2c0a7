/** A call never costs more than `maxCredits`, the connection's daily allowance, a budget or the balance allow. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setBudget } from "@/service/credits/budgets";
import { readLedger } from "@/service/credits/ledger";
import { readUsage } from "@/service/credits/usage";
import { requestAccount } from "@/service/http/testing/account";
import { readBalance } from "@/service/http/testing/api-client";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { inTransaction } from "@/service/store/transaction";
import { type Connected, connect } from "./testing/connected";
import { post, toolCall } from "./testing/post";

const CALLS = 50;
const DOMAIN = "alder.example";

let service: TestService;
/** This process has the same database, with its own caches and charges. */
let second: TestService;
beforeAll(async () => {
  service = await testService();
  second = await testService(service);
  const company = await insertCompany(service.database.pool, { domain: DOMAIN });
  for (let index = 0; index < 12; index++) await insertRound(service.database.pool, company);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

interface Outcome {
  readonly error: string | undefined;
  readonly used: number;
  readonly allowanceRemaining: unknown;
  readonly result: NonNullable<Awaited<ReturnType<typeof post>>["message"]["result"]>;
}

/** A call that is refused because the machine is too slow for all of them is repeated; nothing was charged for it. */
async function call(connected: Connected, name: string, given: unknown = {}, at = service): Promise<Outcome> {
  const { message, text } = await post(at, { token: connected.token, body: toolCall(name, given) });
  if (text.includes("SERVICE_UNAVAILABLE") && text.includes("nothing was charged"))
    return call(connected, name, given, at);
  const result = message.result ?? expect.fail(text);
  const { creditsUsed = 0, allowanceRemaining } = result.structuredContent ?? {};
  return {
    error: result.isError === true ? result.content?.[0]?.text : undefined,
    used: Number(creditsUsed),
    allowanceRemaining,
    result,
  };
}

/** Returns the connection's use today, by its row and by its use of the day, which must agree. */
async function usedToday({ connectionId }: Connected): Promise<number> {
  const { rows } = await service.database.pool.query(
    `select c.used_day as row, coalesce(sum(u.credits), 0)::bigint as days,
       (select coalesce(-sum(delta), 0) from ledger l where l.connection_id = c.id)::bigint as ledger
     from mcp_connections c left join mcp_usage u on u.connection_id = c.id where c.id = $1 group by c.id`,
    [connectionId],
  );
  const [used] = rows;
  expect(used.days).toBe(used.row);
  expect(used.ledger).toBe(used.row);
  return used.row;
}

/** Calls lists, timelines and batches, in turn, at both processes. */
function callInTurn(connected: Connected, index: number, maxCredits: number | undefined) {
  const cap = maxCredits === undefined ? {} : { maxCredits };
  const calls = [
    ["funding_events", { limit: 9, ...cap }],
    ["company_timeline", { domain: DOMAIN, ...cap }],
    ["company_timelines", { companies: [{ domain: DOMAIN }, { domain: DOMAIN }], ...cap }],
  ] as const;
  const [name, given] = calls[index % calls.length] ?? calls[0];
  return call(connected, name, given, index % 2 === 0 ? service : second);
}

describe(`${CALLS} calls at once`, () => {
  it("never use more than the allowance, and use all of it", async () => {
    const allowance = 100;
    const connected = await connect(service, 10_000, { dailyAllowance: allowance });
    const outcomes = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => callInTurn(connected, index, undefined)),
    );
    const used = outcomes.reduce((sum, outcome) => sum + outcome.used, 0);
    expect(used).toBeLessThanOrEqual(allowance);
    // A page takes the rest of it.
    const last = await call(connected, "funding_events", { limit: 100 });
    expect(used + last.used).toBe(allowance);
    expect(await usedToday(connected)).toBe(allowance);
    expect(await readBalance(service, connected.workspaceId)).toBe(10_000 - allowance);
    const refused = await call(connected, "funding_events");
    expect(refused.error).toMatch(/^ALLOWANCE_REACHED: this connection has used its allowance of 100 credits a day/);
    expect(refused.used).toBe(0);
  });

  it("never cost more than maxCredits each, nor than the balance together", async () => {
    const connected = await connect(service, 60);
    const outcomes = await Promise.all(Array.from({ length: CALLS }, (_, index) => callInTurn(connected, index, 3)));
    for (const { used } of outcomes) expect(used).toBeLessThanOrEqual(3);
    const used = outcomes.reduce((sum, outcome) => sum + outcome.used, 0);
    expect(await readBalance(service, connected.workspaceId)).toBe(60 - used);
    expect(await usedToday(connected)).toBe(used);
  });
});

describe("the allowance", () => {
  it("cuts a page, whose cursor continues the next day", async () => {
    const connected = await connect(service, 100, { dailyAllowance: 5 });
    const page = await call(connected, "funding_events", { limit: 8 });
    expect([page.used, page.allowanceRemaining]).toEqual([5, 0]);
    expect(page.result.structuredContent).toMatchObject({ pagination: { hasMore: true } });
    const cursor = Reflect.get(Object(page.result.structuredContent?.pagination), "nextCursor");
    expect((await call(connected, "funding_events", { limit: 8, cursor })).error).toMatch(/^ALLOWANCE_REACHED/);
    await service.database.pool.query("update mcp_connections set used_on = used_on - 1 where id = $1", [
      connected.connectionId,
    ]);
    expect((await call(connected, "funding_events", { limit: 8, cursor })).used).toBe(5);
  });

  it("is free to request, and costs nothing when nothing matches", async () => {
    const connected = await connect(service, 100, { dailyAllowance: 0 });
    expect((await call(connected, "get_credits")).result.structuredContent).toEqual({
      ...{ dailyAllowance: 0, allowanceRemaining: 0 },
      ...{ creditsUsed: 0, creditsRemaining: 100 },
    });
    expect((await call(connected, "funding_events", { since: "2999-01-01" })).error).toBeUndefined();
    // A match of hidden facts is not reported without a credit to pay for it.
    for (const hidden of [{ domain: "nobody.example" }, { minAmountUsd: 1 }])
      expect((await call(connected, "funding_events", hidden)).error).toMatch(/^ALLOWANCE_REACHED/);
    expect((await call(connected, "funding_events")).error).toMatch(/^ALLOWANCE_REACHED/);
  });

  it("is used by the newest events of a timeline, and by whole timelines of a batch", async () => {
    const one = await connect(service, 100, { dailyAllowance: 4 });
    expect((await call(one, "company_timeline", { domain: DOMAIN })).used).toBe(4);
    const several = await connect(service, 100, { dailyAllowance: 20 });
    const { used, result } = await call(several, "company_timelines", {
      companies: [{ domain: DOMAIN }, { domain: DOMAIN }],
    });
    expect(used).toBe(13);
    expect(result.structuredContent).toMatchObject({ data: [{ status: "served" }, { status: "skipped" }] });
  });

  it("does not hide that the workspace has no credits", async () => {
    const connected = await connect(service, 0, { dailyAllowance: 0 });
    expect((await call(connected, "funding_events")).error).toMatch(/^PAYMENT_REQUIRED/);
  });
});

describe("budgets of the dashboard", () => {
  it.each(["person", "workspace"])("of the %s hold for MCP clients too, which act for the person", async (owner) => {
    const connected = await connect(service, 100);
    const { personId, workspaceId } = connected;
    const limits = { day: 7, month: null };
    await inTransaction(service.database.pool, (client) =>
      setBudget(client, workspaceId, owner === "person" ? personId : null, limits),
    );
    expect((await call(connected, "funding_events", { limit: 5 })).used).toBe(5);
    const refused = await call(connected, "funding_events", { limit: 5 });
    expect(refused.error).toMatch(
      /^BUDGET_REACHED: .* budget of 7 credits a day would be exceeded: 5 used, this request needs 5$/,
    );
    expect((await call(connected, "funding_events", { limit: 2 })).used).toBe(2);
    expect(await readBalance(service, workspaceId)).toBe(93);
  });
});

describe("what was used", () => {
  it("is in the ledger and in the use by client, under the name of the MCP client", async () => {
    const connected = await connect(service, 100, { clientName: "Claude" });
    const { pool } = service.database;
    await call(connected, "funding_events", { limit: 3 });
    const [entry] = await readLedger(pool, connected.workspaceId, 1);
    expect(entry).toMatchObject({ endpoint: "funding_events.list", client: "Claude", records: 3, delta: -3 });
    // It acts for the person who connected it.
    expect(entry?.person).toBe("Ada Quill");
    const { use } = await readUsage(pool, connected.workspaceId, { now: new Date(), days: 1, views: 5 });
    expect(use.filter(({ by }) => by === "client")).toMatchObject([{ name: "Claude", credits: 3, requests: 1 }]);
    const response = await requestAccount(service, ACCOUNT.ledger, { cookie: connected.cookie });
    expect(await response.json()).toMatchObject({ entries: [{ client: "Claude" }, {}] });
  });
});
