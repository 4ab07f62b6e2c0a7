import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY_RECORDS } from "@dealflow/contract/account/explore";
import { SAVED_LIMITS } from "@dealflow/contract/account/saved";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstIdAt } from "@/service/store/new-id";
import { type AccountRequest, requestAccount } from "../testing/account";
import { insertCompany, insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

const NOBODY = "00000000-0000-7000-8000-000000000000";

let service: TestService;
let own: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  own = await service.account(70);
  other = await service.account(70);
});
afterAll(() => service.stop());

async function sendRequest(endpoint: AccountEndpoint, { cookie = own.cookie, ...request }: AccountRequest = {}) {
  const response = await requestAccount(service, endpoint, { cookie, ...request });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const draft = (name: string, query = "round=seed") => ({
  name,
  feed: "funding",
  query,
  columns: null,
  sort: null,
  shared: true,
});

async function add(name: string, more: object = {}) {
  const { status, body } = await sendRequest(ACCOUNT.addViews, { body: { views: [{ ...draft(name), ...more }] } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.views[0];
}

const names = async (cookie = own.cookie): Promise<string[]> =>
  (await sendRequest(ACCOUNT.views, { cookie })).body.views.map((view: { name: string }) => view.name);

describe("saved views", () => {
  it("are created, listed by name, changed and deleted", async () => {
    const created = await add("Seed rounds", { columns: "round,amount" });
    expect(created).toMatchObject({ name: "Seed rounds", feed: "funding", query: "round=seed", version: 1 });
    await add("angels");
    expect(await names()).toEqual(["angels", "Seed rounds"]);
    const changed = await sendRequest(ACCOUNT.changeView, {
      id: created.id,
      body: { version: 1, name: "Seed", columns: null },
    });
    expect(changed.body).toMatchObject({ name: "Seed", columns: null, query: "round=seed", version: 2 });
    expect((await sendRequest(ACCOUNT.removeView, { id: created.id })).status).toBe(204);
    expect((await sendRequest(ACCOUNT.removeView, { id: created.id })).status).toBe(404);
    expect(await names()).toEqual(["angels"]);
    const back = await add(changed.body.name, { id: created.id, createdAt: created.createdAt });
    expect(back).toMatchObject({ id: created.id, createdAt: created.createdAt });
  });

  it("show nothing to another workspace", async () => {
    const { id } = await add("Ours");
    expect(await names(other.cookie)).toEqual([]);
    for (const [endpoint, body] of [
      [ACCOUNT.changeView, { version: 1, name: "Theirs" }],
      [ACCOUNT.changeView, { seen: true }],
      [ACCOUNT.removeView, undefined],
    ] as const) {
      const [theirs, nobodys] = [
        await sendRequest(endpoint, { id, body, cookie: other.cookie }),
        await sendRequest(endpoint, { id: NOBODY, body, cookie: other.cookie }),
      ];
      expect(theirs.status).toBe(404);
      expect(theirs.body.error).toEqual(nobodys.body.error);
    }
    const counts = await sendRequest(ACCOUNT.viewCounts, { search: `?id=${id}`, cookie: other.cookie });
    expect(counts.body).toEqual({ counts: {} });
    // The same id in two workspaces is two views.
    const same = await sendRequest(ACCOUNT.addViews, {
      body: { views: [{ ...draft("Ours"), id }] },
      cookie: other.cookie,
    });
    expect(same.status).toBe(201);
    expect((await sendRequest(ACCOUNT.removeView, { id, cookie: other.cookie })).status).toBe(204);
    expect(await names()).toContain("Ours");
  });

  it("are found by their query, with their columns and order, by this workspace alone", async () => {
    const screen = { columns: "company.240!~amount", sort: "amount.descending" };
    const created = await add("Of one address", { query: "round=series-d", ...screen });
    await add("In another feed", { feed: "acquisitions", query: "round=series-d" });
    const at = (query: string) => `?${new URLSearchParams({ feed: "funding", query })}`;
    const found = await sendRequest(ACCOUNT.views, { search: at("round=series-d") });
    expect(found.body).toEqual({ views: [created] });
    expect(await sendRequest(ACCOUNT.views, { search: at("\0") })).toMatchObject({
      status: 400,
      body: { error: { message: "the request contains an invalid character" } },
    });
    expect(found.body.views[0]).toMatchObject(screen);
    expect((await sendRequest(ACCOUNT.views, { search: at("round=series-e") })).body).toEqual({ views: [] });
    expect((await sendRequest(ACCOUNT.views, { search: "?query=round%3Dseries-d" })).body).toEqual({ views: [] });
    const theirs = await sendRequest(ACCOUNT.views, { search: at("round=series-d"), cookie: other.cookie });
    expect(theirs.body).toEqual({ views: [] });
    const { body } = await sendRequest(ACCOUNT.saved);
    const shelved = body.shelf.find(({ id }: { id: string }) => id === created.id);
    expect(shelved ?? screen).toMatchObject(screen);
    expect(Object.keys(body.shelf[0]).sort()).toEqual(["columns", "feed", "id", "name", "query", "sort"]);
  });

  it("reject a taken name, in any case, and store nothing of that request", async () => {
    await add("Growth");
    const body = { views: [draft("Late stage"), draft("GROWTH")] };
    const rejectedResponse = await sendRequest(ACCOUNT.addViews, { body });
    expect(rejectedResponse.status).toBe(409);
    expect(rejectedResponse.body.error.message).toBe('a view named "GROWTH" already exists');
    expect(await names()).not.toContain("Late stage");
    const late = await add("Late stage");
    const renamed = await sendRequest(ACCOUNT.changeView, { id: late.id, body: { version: 1, name: "growth" } });
    expect(renamed.status).toBe(409);
  });

  it("let only one of two concurrent changes win", async () => {
    const { id } = await add("Contested");
    const both = await Promise.all(
      ["countries=US", "countries=GB"].map((query) =>
        sendRequest(ACCOUNT.changeView, { id, body: { version: 1, query } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const unversioned = await sendRequest(ACCOUNT.changeView, { id, body: { query: "" } });
    expect(unversioned.status).toBe(400);
  });

  it("report which part of a body is wrong", async () => {
    for (const [wrong, message] of [
      [{ name: "" }, /^views\.0\.name: must have 1 to 80 characters/],
      [{ name: "x".repeat(81) }, /^views\.0\.name: must have 1 to 80 characters/],
      [{ name: "a\u0000b" }, /^views\.0\.name: contains an invalid character/],
      [{ feed: "rounds" }, /^views\.0\.feed: must be one of funding, /],
      [{ query: "q".repeat(SAVED_LIMITS.query + 1) }, /^views\.0\.query/],
      [{ owner: 1 }, /^views\.0: /],
    ] as const) {
      const { status, body } = await sendRequest(ACCOUNT.addViews, {
        body: { views: [{ ...draft("Fine"), ...wrong }] },
      });
      expect(status).toBe(400);
      expect(body.error.message).toMatch(message);
    }
  });

  it("are limited, also when many are created at once", async () => {
    const { cookie, workspaceId } = await service.account(0);
    const fifty = (batch: number) => ({ views: Array.from({ length: 50 }, (_, at) => draft(`View ${batch} ${at}`)) });
    // Of several people: what one of them changes runs one after the other.
    const people = await Promise.all([1, 2, 3, 4].map(() => service.person(workspaceId, "member")));
    const responses = await Promise.all(
      [cookie, ...people.map((person) => person.cookie)].map((of, batch) =>
        sendRequest(ACCOUNT.addViews, { body: fifty(batch), cookie: of }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409]);
    expect(await names(cookie)).toHaveLength(SAVED_LIMITS.views);
    const { body } = await sendRequest(ACCOUNT.saved, { cookie });
    expect(body).toMatchObject({ views: 200, companies: 0 });
    expect(body.shelf).toHaveLength(8);
  });
});

describe("new events since the last visit", () => {
  const DAY = 86_400_000;
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
  const look = daysAgo(3);

  beforeAll(async () => {
    const company = await insertCompany(service.database.pool, { name: "Ardea" });
    let rounds = 0;
    const round = (announced: number, discovered: number, stage: "seed" | "growth", stored = discovered) =>
      insertRound(service.database.pool, company, {
        round: stage,
        announcedAt: daysAgo(announced),
        discoveredAt: daysAgo(discovered),
        id: firstIdAt(daysAgo(stored).getTime() + ++rounds),
      });
    await round(1, 1, "seed");
    await round(2, 1, "seed");
    await round(8, 1, "seed");
    await round(30, 1, "seed");
    await round(6, 5, "seed");
    await round(9, 5, "seed", 1);
    await round(1, 1, "growth");
  });

  const count = async (view: { id: string }, search = "") =>
    (await sendRequest(ACCOUNT.viewCounts, { search: `?id=${view.id}${search}` })).body.counts[view.id];

  it("counts what was discovered or stored since, also what was announced up to a week before, and costs nothing", async () => {
    const before = await service.database.pool.query("select count(*) as n from ledger");
    const view = await add("News of seed", { lastSeenAt: look.toISOString() });
    expect(await count(view)).toBe(4);
    expect(await count(view, "&overlapDays=0")).toBe(2);
    expect(await count(view, "&overlapDays=60")).toBe(5);
    const looked = await sendRequest(ACCOUNT.changeView, { id: view.id, body: { seen: true } });
    expect(looked.body).toMatchObject({ version: 1 });
    expect(Date.parse(looked.body.lastSeenAt)).toBeGreaterThan(look.getTime());
    expect(await count(view)).toBe(0);
    const after = await service.database.pool.query("select count(*) as n from ledger");
    expect(after.rows).toEqual(before.rows);
  });

  it("describes what it counts by previews, with references that buy it", async () => {
    const { id } = await add("Described", { lastSeenAt: look.toISOString() });
    const found = async () => {
      const { body } = await sendRequest(ACCOUNT.newInViews);
      return body.views.find((view: { id: string }) => view.id === id);
    };
    const { references, ...before } = await found();
    expect(before).toEqual({
      id,
      count: 4,
      owned: 0,
      sumUsd: 28_000_000,
      about: true,
      kinds: [{ value: "seed", count: 4 }],
    });
    expect(references).toHaveLength(4);
    const bought = await sendRequest(BUY_RECORDS, { id: "funding", body: { references: references.slice(0, 2) } });
    expect(bought.status).toBe(200);
    expect(await found()).toMatchObject({ count: 4, owned: 2, references: references.slice(2) });
  });

  it("respects the view's own dates", async () => {
    const lastSeenAt = look.toISOString();
    const yesterday = daysAgo(1).toISOString().slice(0, 10);
    expect(await count(await add("From yesterday", { lastSeenAt, query: `since=${yesterday}&round=seed` }))).toBe(1);
    expect(await count(await add("Long ago", { lastSeenAt, query: "until=2020-01-01" }))).toBe(0);
  });

  it("counts nothing in directories and in views of invalid queries", async () => {
    expect(await count(await add("All companies", { feed: "companies", query: "" }))).toBeUndefined();
    expect(await count(await add("Of before", { query: "stage=early" }))).toBeUndefined();
    expect((await sendRequest(ACCOUNT.viewCounts, { search: "?overlapDays=91" })).status).toBe(400);
  });

  it("stops at more than a hundred", async () => {
    const company = await insertCompany(service.database.pool, { name: "Bulbul", domain: null });
    for (let at = 0; at < 104; at++)
      await insertRound(service.database.pool, company, { announcedAt: daysAgo(1), discoveredAt: daysAgo(1) });
    expect(await count(await add("Everything", { lastSeenAt: look.toISOString(), query: "" }))).toBe(101);
  });
});

describe("the watchlist", () => {
  const company = (id: string, more: object = {}) => ({ id, name: "Ardea", domain: "ardea.example", ...more });
  const ids = Array.from({ length: 3 }, (_, at) => `00000000-0000-7000-8000-00000000000${at + 1}`);
  const [first = "", second = ""] = ids;
  const list = async (cookie = own.cookie) => (await sendRequest(ACCOUNT.watchlist, { cookie })).body.companies;

  it("keeps a note when starred again, and deletes it with the star", async () => {
    expect((await sendRequest(ACCOUNT.watch, { body: { companies: [company(first), company(second)] } })).status).toBe(
      201,
    );
    const noted = await sendRequest(ACCOUNT.changeWatched, { id: first, body: { version: 1, note: "Call in May" } });
    expect(noted.body).toMatchObject({ note: "Call in May", version: 2 });
    await sendRequest(ACCOUNT.watch, { body: { companies: [company(first, { name: "Ardea SA" })] } });
    expect((await list()).find((one: { id: string }) => one.id === first)).toMatchObject({
      name: "Ardea SA",
      note: "Call in May",
    });
    expect((await sendRequest(ACCOUNT.unwatch, { id: first })).status).toBe(204);
    expect((await sendRequest(ACCOUNT.unwatch, { id: first })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it("rejects a conflicting note, and one too long", async () => {
    const notes = await Promise.all(
      ["One", "Two"].map((note) => sendRequest(ACCOUNT.changeWatched, { id: second, body: { version: 1, note } })),
    );
    expect(notes.map(({ status }) => status).sort()).toEqual([200, 409]);
    const long = await sendRequest(ACCOUNT.changeWatched, { id: second, body: { version: 2, note: "n".repeat(501) } });
    expect(long.status).toBe(400);
  });

  it("shows nothing to another workspace", async () => {
    expect(await list(other.cookie)).toEqual([]);
    expect(
      (await sendRequest(ACCOUNT.changeWatched, { id: second, body: { version: 2, note: "x" }, cookie: other.cookie }))
        .status,
    ).toBe(404);
    expect((await sendRequest(ACCOUNT.unwatch, { id: second, cookie: other.cookie })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it("is limited", async () => {
    const { cookie } = await service.account(0);
    const id = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;
    const companies = (from: number) => Array.from({ length: 50 }, (_, at) => company(id(from + at)));
    for (let from = 0; from < SAVED_LIMITS.companies; from += 50)
      expect((await sendRequest(ACCOUNT.watch, { body: { companies: companies(from) }, cookie })).status).toBe(201);
    expect((await sendRequest(ACCOUNT.watch, { body: { companies: [company(id(0))] }, cookie })).status).toBe(201);
    expect((await sendRequest(ACCOUNT.watch, { body: { companies: [company(id(501))] }, cookie })).status).toBe(409);
    expect(await list(cookie)).toHaveLength(SAVED_LIMITS.companies);
  });
});
