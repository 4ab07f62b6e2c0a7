import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FEEDS } from "@/lib/contract/feeds";
import { insertRound } from "@/service/http/fixtures";
import { type TestService, testService } from "@/service/http/testing";
import { helpText, Refusal, readCall, UsageError } from "./command";
import { COMMANDS } from "./commands";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

/** Runs a command as the command line names it; answers its JSON object. */
async function run(...words: string[]): Promise<Record<string, unknown>> {
  const call = readCall(words, COMMANDS);
  if (call === undefined) throw new Error("help was asked for");
  const answer = await call.command.run(service.database.pool, call.given, new Date());
  expect(answer.lines.length).toBeGreaterThan(0);
  return { ...answer.json };
}

function ask(key: unknown): Promise<Response> {
  return fetch(`${service.url}${FEEDS.funding.path}?limit=3`, { headers: { "X-API-Key": String(key) } });
}

describe("a workspace's life", () => {
  it("is created, used and accounted for in the forms that scripts rely on", async () => {
    for (let index = 0; index < 5; index++) await insertRound(service.database.pool, `Company ${index}`);
    const workspace = await run("workspace", "create", "--name", "Research", "--credits", "10", "--json");
    expect(workspace).toEqual({ id: expect.any(String), name: "Research", balance: 10 });
    const made = await run("key", "create", "--workspace", "Research", "--name", "laptop", "--json");
    expect(made).toEqual({ id: expect.any(String), key: expect.stringMatching(/^df_live_[0-9A-Za-z]{36}$/) });

    const answer = await ask(made.key);
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get("X-Request-Id");
    expect(await run("credits", "grant", "--workspace", String(workspace.id), "--amount", "5", "--json")).toEqual({
      balance: 12,
      granted: 15,
      used: 3,
    });
    expect(await run("credits", "show", "--workspace", "Research")).toEqual({ balance: 12, granted: 15, used: 3 });
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await run("credits", "ledger", "--workspace", "Research")).toEqual({
      entries: [
        { requestId: null, endpoint: "credits.grant", delta: 5, balance: 12, at },
        { requestId, endpoint: "funding_events.list", delta: -3, balance: 7, at },
        { requestId: null, endpoint: "credits.grant", delta: 10, balance: 10, at },
      ],
    });
    expect(await run("workspace", "list")).toMatchObject({ workspaces: [{ name: "Research", balance: 12 }] });
  });

  it("lists keys without their text, and a revoked key stops working", async () => {
    const { id, key } = await run("key", "create", "--workspace", "Research", "--name", "lost");
    expect((await ask(key)).status).toBe(200);
    const listed = JSON.stringify(await run("key", "list", "--workspace", "Research"));
    expect(listed).not.toContain(String(key));
    expect(listed).toContain(String(key).slice(-4));
    await run("key", "revoke", "--workspace", "Research", "--key", String(id));
    await expect.poll(async () => (await ask(key)).status, { timeout: 10_000 }).toBe(401);
  });
});

describe("what cannot be done is said in one sentence", () => {
  it.each([
    [["nonsense", "list"], /"nonsense" is not a subject; known are workspace, key, credits, demo/],
    [["key", "make"], /"key make" is not a command; key takes create, list, revoke/],
    [["workspace", "create"], /--name is missing/],
    [
      ["workspace", "create", "--name", "X", "--credits", "many"],
      /--credits must be a whole number of at least 0; got "many"/,
    ],
    [
      ["credits", "grant", "--workspace", "Research", "--amount", "0"],
      /--amount must be a whole number of at least 1; got "0"/,
    ],
    [["credits", "show", "--workspace", "Research", "--loud"], /--loud/],
  ])("%j is a wrong call", async (words, message) => {
    await expect(async () => run(...words)).rejects.toThrow(UsageError);
    await expect(async () => run(...words)).rejects.toThrow(message);
  });

  it.each([
    [["workspace", "create", "--name", "Research"], /A workspace named "Research" exists already/],
    [["key", "list", "--workspace", "Nobody"], /There is no workspace "Nobody"/],
    [["key", "revoke", "--workspace", "Research", "--key", "42"], /no working key with the id "42"/],
  ])("%j is refused", async (words, message) => {
    await expect(run(...words)).rejects.toThrow(Refusal);
    await expect(run(...words)).rejects.toThrow(message);
  });

  it("describes every command", () => {
    const help = helpText([], COMMANDS);
    for (const { subject, verb } of COMMANDS) expect(help).toContain(`npm run admin -- ${subject} ${verb}`);
    expect(helpText(["credits"], COMMANDS)).not.toContain("workspace create");
    expect(readCall(["credits", "grant", "--help"], COMMANDS)).toBeUndefined();
  });
});
