import { ACCOUNT } from "@dealflow/contract/account/account";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { INBOX } from "@dealflow/contract/account/inbox";
import { LAST_EVENT_ID_HEADER } from "@dealflow/contract/account/inbox-stream";
import { CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import { CONCURRENCY } from "@dealflow/contract/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { createViews } from "@/service/accounts/views";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { addEvent } from "@/service/ingest/add-event";
import { endStreams } from "../http/open-streams";
import { foreignDashboard, ownDashboard, type TestDashboard } from "../testing/dashboard";

let service: TestService;
let dashboard: TestDashboard;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  account = await service.account(30, { name: "Ostermark" });
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterAll(async () => {
  await dashboard.stop();
  await service.stop();
});

const { path } = ACCOUNT.workspace;

describe("the account endpoints for the dashboard's own pages", () => {
  it("are proxied from the service, without its key or secret", async () => {
    const response = await dashboard.request(path, "read");
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ name: "Ostermark", balance: 30 });
    const responseText = `${text} ${JSON.stringify([...response.headers])}`;
    expect(responseText).not.toContain(account.key);
    expect(responseText).not.toContain(TEST_SECRET);
  });

  it("reject cross-origin requests", async () => {
    const response = await fetch(`${dashboard.url}${PAGE_ROUTE}${path}`, {
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(response.status).toBe(403);
  });

  it("are limited to the contract's, each with its methods", async () => {
    expect((await dashboard.request("/account/v1/nothing", "read")).status).toBe(404);
    expect((await dashboard.request("/account/v1/workspace/../workspace/x", "read")).status).toBe(404);
    expect((await dashboard.request(path, "read", { method: "DELETE" })).status).toBe(405);
  });

  it("respond 404 without the service's secret and on a foreign host, and say why", async () => {
    const [without, foreign] = [
      await ownDashboard(service.url, account, ""),
      await foreignDashboard(service.url, account.key),
    ];
    const bodies = await Promise.all(
      [without, foreign].map(async (one) => (await one.send(`/api${ACCOUNT.credits.path}`)).text()),
    );
    expect(bodies[0]).toContain("Set the same SECRET for both");
    expect(bodies[1]).toContain("another host's API");
    await without.stop();
    await foreign.stop();
  });
});

describe("the stream of the inbox", () => {
  it("is passed on as it comes, after the last event that the browser has, and ends when the browser leaves", async () => {
    const { pool } = service.database;
    const scope = { workspaceId: account.workspaceId, personId: account.personId };
    const draft = { name: "All", feed: "funding" as const, query: "", columns: null, sort: null, shared: true };
    await createViews(pool, scope, [draft], new Date());
    for (const key of ["1", "2"]) {
      const record = { announcedAt: "2026-11-01", company: { name: `Company ${key}` } };
      await addEvent(pool, JSON.stringify({ kind: "funding", key, record }), new Date());
    }
    const open = (signal: AbortSignal) =>
      dashboard.send(`${PAGE_ROUTE}${ACCOUNT.inboxUpdates.path}`, { headers: { [LAST_EVENT_ID_HEADER]: "1" }, signal });
    const leaving = new AbortController();
    const streams = await Promise.all(Array.from({ length: CONCURRENCY.stream.running }, () => open(leaving.signal)));
    for (const response of streams) {
      expect(response.headers.get("Content-Type")).toBe("text/event-stream");
      let text = "";
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString();
        if (text.includes("event: state")) break;
      }
      expect(text).toContain('"position":2,');
      expect(text).not.toContain('"position":1,');
    }
    leaving.abort();
    await expect.poll(async () => (await open(AbortSignal.timeout(10_000))).status).toBe(200);
  });

  it("ends with the program, which would wait for it", async () => {
    const response = await dashboard.send(`${PAGE_ROUTE}${ACCOUNT.inboxUpdates.path}`);
    const reader = (response.body ?? expect.fail()).getReader();
    expect((await reader.read()).done).toBe(false);
    endStreams();
    // With its connection: over it the browser would send it again.
    await expect(
      (async () => {
        for (let end = false; !end; ) end = (await reader.read()).done;
      })(),
    ).rejects.toThrow("terminated");
  });
});

describe("a purchase", () => {
  const records = RECORDS_PATH.replace(":id", "funding");
  const post = (intent: "buy" | "read" | "check", headers: Record<string, string>) =>
    dashboard.request(records, intent, { method: "POST", body: "{}", headers });

  it("needs our own page, an intent to spend and a key, and is no GET", async () => {
    const before = await (await dashboard.request(path, "read")).json();
    for (const site of ["cross-site", "same-site", "none"])
      expect((await post("buy", { "Idempotency-Key": "a", "Sec-Fetch-Site": site })).status).toBe(403);
    for (const intent of ["read", "check"] as const)
      expect((await post(intent, { "Idempotency-Key": "a" })).status).toBe(403);
    const withoutKey = { method: "POST", body: "{}", headers: { "X-Dealflow-Intent": "buy" } };
    expect((await dashboard.send(`${PAGE_ROUTE}${records}`, withoutKey)).status).toBe(400);
    expect((await dashboard.request(records, "buy")).status).toBe(405);
    expect(await (await dashboard.request(path, "read")).json()).toEqual(before);
  });

  it("above the maximum body size is rejected unread", async () => {
    const headers = { "Idempotency-Key": "a" };
    const large = await dashboard.request(records, "buy", { method: "POST", headers, body: " ".repeat(200_000) });
    expect(large.status).toBe(413);
  });
});

describe("the record of an inbox item", () => {
  it("is bought by its reference, for the page that shows it; a foreign host has no references", async () => {
    const inbox = await dashboard.request(ACCOUNT.inbox.path, "read");
    const [item] = INBOX.inbox.response.parse(await inbox.json()).items;
    const body = JSON.stringify({ references: [item?.preview?.reference] });
    const headers = { "Idempotency-Key": "of-the-inbox", "X-Dealflow-View": "/inbox" };
    const buy = { method: "POST", body, headers };
    const records = RECORDS_PATH.replace(":id", "funding");
    const response = await dashboard.request(records, "buy", buy);
    expect(response.headers.get(CREDITS_USED_HEADER)).toBe("1");
    const { rows } = await service.database.pool.query(
      "select view from ledger where delta < 0 order by id desc limit 1",
    );
    expect(rows).toEqual([{ view: "/inbox" }]);
    const foreign = await foreignDashboard(service.url, account.key);
    const rejected = await foreign.request(records, "buy", buy);
    expect([rejected.status, (await rejected.json()).error.message]).toEqual([
      400,
      expect.stringContaining("references are not supported by another host"),
    ]);
    await foreign.stop();
  });
});
