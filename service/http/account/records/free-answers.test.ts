/**
 * What is free about records that a workspace does not own follows from their previews: an account without purchases sends
 * the same requests to two databases that differ only in what previews hide, and gets the same answers, byte for byte. The
 * order within a day may differ. Cursors and references are sealed; references are compared by what they name.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { ExploreRow } from "@dealflow/contract/account/explore";
import { FREE_EXPLORE, type FreeExplore } from "@dealflow/contract/account/free-explore";
import type { NewInView } from "@dealflow/contract/account/saved";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createViews } from "@/service/accounts/views";
import { createReferences } from "@/service/feed/tokens/reference";
import { addToInboxes } from "@/service/inbox/add";
import { Chance } from "@/service/ingest/demo/random";
import { inTransaction } from "@/service/store/transaction";
import { LONG, TIMEOUT_MS } from "../../long/testing";
import { type AccountRequest, requestAccount, requestAccountFeed } from "../../testing/account";
import { insertPreviewedMarket, type Secrets } from "../../testing/previewed-market";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../../testing/service";

const REQUESTS = LONG ? 5_000 : 30;
const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const VIEW = { columns: null, sort: null, shared: false };
const references = createReferences(TEST_SECRET);

interface World {
  readonly service: TestService;
  /** Has credits, and a budget of which nothing is left. */
  readonly account: TestAccount;
  /** Has no credits. */
  readonly broke: TestAccount;
  readonly secrets: Secrets;
}

let worlds: readonly [World, World];
beforeAll(async () => {
  const open = async (hiddenSeed: number): Promise<World> => {
    const service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
    const secrets = await insertPreviewedMarket(service.database.pool, hiddenSeed, TODAY);
    const [account, broke] = [await service.account(50), await service.account(0)];
    const { pool } = service.database;
    await fillInbox(pool, account);
    await pool.query("insert into budgets (workspace_id, day) values ($1, 1)", [account.workspaceId]);
    await pool.query(
      "update workspaces set used_on = (now() at time zone 'UTC')::date, used_day = 1, used_month = 1 where id = $1",
      [account.workspaceId],
    );
    await service.preload();
    return { service, account, broke, secrets };
  };
  worlds = [await open(2), await open(3)];
});
afterAll(async () => {
  for (const { service } of worlds) await service.stop();
});

/** Adds inbox items like an import of all rounds, with views that bisect their amounts and instants. */
async function fillInbox(pool: pg.Pool, account: TestAccount): Promise<void> {
  const queries = [
    "",
    ...[1, 3, 9, 30, 90, 300].map((millions) => `minAmountUsd=${millions * 1e6}&maxAmountUsd=${millions * 2e6}`),
    ...[3, 20, 100].map((days) => `since=${new Date(TODAY - days * DAY_MS + DAY_MS / 2).toISOString()}`),
    "maxAmountUsd=0",
    "domain=nobody.example",
  ];
  const drafts = queries.map((query) => ({ name: query || "all", query, feed: "funding" as const, ...VIEW }));
  await createViews(pool, account, drafts, new Date(TODAY));
  const { rows } = await pool.query<{ record: string }>("select record from funding_events order by id");
  const created = rows.map(({ record }) => ({ event: "funding.created" as const, record: JSON.parse(record) }));
  await inTransaction(pool, (client) => addToInboxes(client, created, new Date(TODAY)));
}

/** The inbox, with the references of its previews as what they name. */
async function readInbox(at: TestService, { cookie, workspaceId }: TestAccount): Promise<string> {
  const { status, body } = await send(at, ACCOUNT.inbox, { cookie, search: "?limit=100" });
  expect(status).toBe(200);
  expect(body.items).toHaveLength(100);
  return JSON.stringify(body.items, (key, value) => {
    if (key === "viewId") return "sealed";
    return key === "reference" ? references.read({ feed: "funding", workspaceId }, value) : value;
  });
}

/** One step of the attack; its result is what the attacker sees. */
type Step = (at: TestService, account: TestAccount, broke: TestAccount) => Promise<unknown>;

async function send(at: TestService, endpoint: AccountEndpoint, request: AccountRequest) {
  const response = await requestAccount(at, endpoint, request);
  return { status: response.status, body: await response.json() };
}

/** Reads all pages, and sorts the rows of each day. */
function exploreAll(feed: FeedName, query: string): Step {
  return async (at, account) => {
    const rows: string[] = [];
    const pages: unknown[] = [];
    for (let cursor = ""; ; ) {
      const search = `?${query}${cursor}`;
      const { status, body } = await send(at, ACCOUNT.explore, { cookie: account.cookie, id: feed, search });
      if (status !== 200) return { status, body: body.error.message };
      rows.push(...body.rows.map((row: ExploreRow) => shownRow(feed, account, row)));
      const { pagination } = body;
      pages.push([body.rows.length, pagination]);
      if (!pagination.hasMore) break;
      cursor = `&offset=${rows.length}`;
    }
    return { pages, rows: query.includes("prominence") ? rows : rows.toSorted() };
  };
}

/** Begins with the day. */
function shownRow(feed: FeedName, { workspaceId }: TestAccount, row: ExploreRow): string {
  if (row.preview === undefined) throw new Error("the account owns a record");
  const { reference, ...preview } = row.preview;
  const day = "announcedAt" in row.record ? row.record.announcedAt : row.record.updatedAt;
  return JSON.stringify([day, references.read({ feed, workspaceId }, reference), preview, row.record]);
}

function get(endpoint: AccountEndpoint, feed: FeedName, query: string): Step {
  return async (at, { cookie }) => {
    const { status, body } = await send(at, endpoint, { cookie, id: feed, search: `?${query}` });
    return { status, body: status === 200 ? body : body.error.message };
  };
}

/** A page of the paid feed, or a timeline, that cannot be paid for: its refusal. */
function failToPay(path: string, isBroke: boolean): Step {
  return async (at, account, broke) => {
    const response = await requestAccountFeed(at, path, (isBroke ? broke : account).cookie);
    const body = await response.json();
    return { status: response.status, body: body.error?.message ?? body.data };
  };
}

/** Saves a view last seen at a stated instant, and counts its new events. */
function countView(feed: FeedName, query: string, lastSeenAt: string, overlap: number): Step {
  return async (at, { cookie }) => {
    const view = { name: "Attack", feed, query, ...VIEW, lastSeenAt };
    const { status, body } = await send(at, ACCOUNT.addViews, { cookie, body: { views: [view] } });
    if (status !== 201) return { status, body: body.error.message };
    const { id } = body.views[0];
    const counted = await send(at, ACCOUNT.viewCounts, { cookie, search: `?id=${id}&overlapDays=${overlap}` });
    const described = await send(at, ACCOUNT.newInViews, { cookie, search: `?overlapDays=${overlap}` });
    await requestAccount(at, ACCOUNT.removeView, { cookie, id });
    // Which of the newest is first may follow the feed within a day.
    const views = described.body.views.map(({ id: _, references, ...rest }: NewInView) => [rest, references.length]);
    return [Object.values(counted.body.counts), views];
  };
}

/** Queries that ask for what is hidden: by the secrets of either world, or next to them. */
function randomQuery(chance: Chance, feed: FeedName): string {
  const { secrets } = chance.pick(worlds);
  const query = new URLSearchParams();
  const bound = () => String(Math.max(0, chance.pick(secrets.amountsUsd) + chance.between(-1, 1)));
  const instant = () => {
    const at = Date.parse(chance.pick(secrets.instants)) + chance.between(-1, 1);
    return chance.happens(0.8) ? new Date(at).toISOString() : new Date(at).toISOString().slice(0, 10);
  };
  const filters: readonly Filter[] = FEEDS[feed].filters;
  for (const filter of filters) {
    if (filter.kind === "range" && chance.happens(0.4)) {
      const value = filter.unit === "usd" ? bound : () => String(chance.between(0, filter.unit === "year" ? 2_026 : 3));
      const [low, high] = [value(), value()].sort((a, b) => Number(a) - Number(b));
      if (chance.happens(0.7)) query.set(filter.min, low ?? "");
      if (filter.max !== undefined && chance.happens(0.7)) query.set(filter.max, high ?? "");
    } else if (filter.kind === "dates" && chance.happens(0.3)) {
      const [since, until] = [instant(), instant()].sort();
      if (chance.happens(0.7)) query.set(filter.since, since ?? "");
      if (filter.until !== undefined && chance.happens(0.7)) query.set(filter.until, until ?? "");
    } else if (filter.kind === "text" && chance.happens(0.12)) {
      const word = chance.pick(secrets.names);
      const texts = {
        search: word.slice(0, chance.between(1, word.length)),
        domain: chance.pick(secrets.domains),
        id: chance.pick(secrets.ids),
      };
      query.set(filter.param, texts[filter.form]);
    } else if (filter.kind === "many" && chance.happens(0.1))
      query.append(filter.param, "unknown" in filter && filter.unknown ? "unknown" : "seed");
  }
  return query.toString();
}

function randomStep(chance: Chance): Step {
  const feed = chance.pick(FEED_NAMES);
  const query = randomQuery(chance, feed);
  const limit = `limit=${chance.pick([100, 100, 100, 33])}`;
  const total = FEEDS[feed].totals && chance.happens(0.3) ? "&includeTotal=true" : "";
  const order = feed === "companies" && chance.happens(0.3) ? "&sort=prominence" : "";
  return chance.pick<Step>([
    exploreAll(feed, `${query}&${limit}${total}${order}`),
    exploreAll(feed, `${query}&${limit}${total}${order}`),
    get(ACCOUNT.summary, feed, query),
    get(ACCOUNT.summary, feed, query),
    get(ACCOUNT.quotePage, feed, `${query}&${limit}`),
    get(ACCOUNT.quoteAll, feed, query),
    failToPay(`${FEEDS[feed].path}?${query}&${limit}${total}`, chance.happens(0.5)),
    failToPay(`/v1/companies/timeline?domain=${chance.pick(chance.pick(worlds).secrets.domains)}`, chance.happens(0.5)),
    countView(
      feed,
      query,
      new Date(Date.parse(chance.pick(worlds[0].secrets.instants))).toISOString(),
      chance.between(0, 90),
    ),
    estimate(chance),
    chance.happens(0.2) ? lookUp(chance) : readInbox,
  ]);
}

function estimate(chance: Chance): Step {
  const [amount] = [chance.pick(chance.pick(worlds).secrets.amountsUsd)];
  const events = [
    { event: "funding.created", query: `minAmountUsd=${amount}` },
    { event: "acquisition.created", query: `minAmountUsd=${amount + 1}` },
    { event: "exec_move.created", query: "countries=US" },
  ];
  return (at, { cookie }) => send(at, ACCOUNT.estimateWebhook, { cookie, body: { events } });
}

/** Neither world has this company. */
function lookUp(chance: Chance): Step {
  const search = `?name=Nobody${chance.between(0, 1e6)}`;
  return (at, { cookie }) => send(at, ACCOUNT.quote, { cookie, search });
}

describe("free answers about two databases with the same previews", () => {
  it("come from records that differ", async () => {
    for (const feed of FEED_NAMES) {
      const [one, other] = await Promise.all(
        worlds.map(async ({ service }) => {
          const buyer = await service.account(100);
          const path = `${FEEDS[feed].path}?limit=20`;
          return (await requestAccountFeed(service, path, buyer.cookie)).json();
        }),
      );
      expect(one.data).toHaveLength(20);
      expect(JSON.stringify(one.data)).not.toBe(JSON.stringify(other.data));
    }
  });

  it.each(FREE_EXPLORE)(
    `are the same to ${REQUESTS} requests with FREE_EXPLORE=%s`,
    async (freeExplore: FreeExplore) => {
      const services = await Promise.all(
        worlds.map(({ service }) => testService(service, { freeExplore, payOnceDays: Number.POSITIVE_INFINITY })),
      );
      // The threads of summaries start with the first of them.
      if (freeExplore !== "off")
        for (const [place, { account }] of worlds.entries())
          await expect
            .poll(
              async () =>
                Object(await get(ACCOUNT.summary, "funding", "")(services[place] ?? expect.fail(), account, account))
                  .status,
              { timeout: 30_000 },
            )
            .toBe(200);
      const chance = new Chance(4);
      let informative = 0;
      for (let index = 0; index < REQUESTS; index++) {
        const step = randomStep(chance);
        const [one, other] = await Promise.all(
          worlds.map(({ account, broke }, place) =>
            step(services[place] ?? expect.fail("two services"), account, broke),
          ),
        );
        expect(other, `request ${index}`).toEqual(one);
        if (!JSON.stringify(one).includes('"status":4')) informative++;
      }
      // Where nothing is explored, quotes, counts and estimates are what is left.
      expect(informative).toBeGreaterThan(REQUESTS * (freeExplore === "off" ? 0.2 : 0.4));
      for (const service of services) await service.stop();
      for (const { service, account } of worlds) {
        const { rows } = await service.database.pool.query("select balance from workspaces where id = $1", [
          account.workspaceId,
        ]);
        expect(rows[0].balance).toBe(50);
      }
    },
    TIMEOUT_MS,
  );
});
