/** Lists in any order and from any place, compared with records that are sorted here. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ExploreRow } from "@dealflow/contract/account/explore";
import { FEED_ORDERS, LIST_ORDERS, type OrderKey } from "@dealflow/contract/account/feed-orders";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { LISTS } from "@dealflow/contract/values/lists";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReferences } from "@/service/feed/tokens/reference";
import { loadDemo } from "@/service/ingest/demo/load";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../../testing/service";

const references = createReferences(TEST_SECRET);
const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = { companies: 300, rounds: 450, acquisitions: 150, moves: 200, investors: 100 };
/** Every list has more rows than this. */
const OWNED = 60;

let service: TestService;
let buyer: TestAccount;
/** Owns nothing before the last test. */
let reader: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await loadDemo(service.database.pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
  [buyer, reader] = [await service.account(1_000), await service.account(10_000)];
  for (const feed of FEED_NAMES) await requestAccountFeed(service, `${FEEDS[feed].path}?limit=${OWNED}`, buyer.cookie);
});
afterAll(() => service.stop());

async function list(feed: FeedName, search: string, at = service, { cookie } = buyer) {
  const response = await requestAccount(at, ACCOUNT.explore, { cookie, id: feed, search });
  return { status: response.status, ...(await response.json()) };
}

async function listAll(feed: FeedName, search: string): Promise<readonly ExploreRow[]> {
  const rows: ExploreRow[] = [];
  for (;;) {
    const page = await list(feed, `${search}&limit=100&offset=${rows.length}`);
    expect(page.status, page.error?.message).toBe(200);
    rows.push(...page.rows);
    if (!page.pagination.hasMore) return rows;
  }
}

const readRecordId = ({ key, preview }: ExploreRow) =>
  preview === undefined
    ? key
    : (references.read({ feed: "companies", workspaceId: buyer.workspaceId }, key) ??
      references.read({ feed: "investors", workspaceId: buyer.workspaceId }, key) ??
      "");

/** Returns the value by which a row is ordered; undefined when it has none. */
function getOrderValue(feed: FeedName, key: OrderKey, row: ExploreRow): number | string | undefined {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const filter = filters.find(
    (one) => "param" in key && (("param" in one && one.param === key.param) || ("min" in one && one.min === key.param)),
  );
  switch (key.by) {
    case "number": {
      const [path = ""] = filter?.facts ?? [];
      // A preview has the lower end of its band; what is owned lies in one, too.
      if (row.preview?.amount !== undefined && /amount/i.test(path)) return findBand(row.preview.amount?.minUsd);
      const [number] = factsAt(row.record, path);
      return /amount/i.test(path) ? findBand(number as number | undefined) : (number as number | undefined);
    }
    case "value": {
      const values: readonly { value: string; title: string }[] =
        filter !== undefined && "list" in filter
          ? LISTS[filter.list]
          : [
              { value: "false", title: "" },
              { value: "true", title: "" },
            ];
      const ordered = values.length <= 40 ? values : values.toSorted((a, b) => a.title.localeCompare(b.title, "en"));
      const facts = (filter?.facts ?? []).flatMap((path) => factsAt(row.record, path)).map(String);
      const places = facts
        .map((fact) => ordered.findIndex(({ value }) => value === fact))
        .filter((place) => place >= 0);
      return places.length === 0 ? undefined : Math.min(...places);
    }
    case "name": {
      const [name] = row.preview === undefined ? factsAt(row.record, key.fact) : [];
      return name === undefined ? undefined : String(name).toLowerCase();
    }
    default:
      return undefined;
  }
}

function findBand(usd: number | undefined): number | undefined {
  return usd === undefined
    ? undefined
    : [0, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000].findLastIndex((edge) => edge * 1e6 <= usd);
}

const orders = FEED_NAMES.flatMap((feed) =>
  Object.entries(FEED_ORDERS[feed]).flatMap(([id, key]) =>
    key.by === "time" || key.by === "prominence" || key.by === "rounds"
      ? []
      : ["ascending", "descending"].map((how) => [feed, id, how, key] as const),
  ),
);

/** The own list of each feed, which no order changes, is read once. */
const ownLists = new Map<FeedName, Promise<readonly ExploreRow[]>>();
function readOwnList(feed: FeedName): Promise<readonly ExploreRow[]> {
  const own = ownLists.get(feed) ?? listAll(feed, feed in LIST_ORDERS ? "?order=updated.ascending" : "?");
  ownLists.set(feed, own);
  return own;
}

it.each(orders)(
  "%s by %s, %s: rows without a value come last, equal ones in the list's own order",
  async (feed, id, how, key) => {
    const own = await readOwnList(feed);
    const ordered = await listAll(feed, `?order=${id}.${how}`);
    const values = ordered.map((row) => getOrderValue(feed, key, row));
    const known = values.filter((value) => value !== undefined);
    expect(known.length).toBeGreaterThan(0);
    expect(values.slice(known.length).every((value) => value === undefined)).toBe(true);
    const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
    const compare = (a: number | string, b: number | string) =>
      typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
    const sign = how === "descending" ? -1 : 1;
    for (let index = 1; index < known.length; index++)
      expect(sign * compare(known[index - 1] as number, known[index] as number)).toBeLessThanOrEqual(0);
    const places = new Map(own.map(({ key: rowKey }, place) => [rowKey, place]));
    expect(ordered.map(({ key: rowKey }) => rowKey).toSorted()).toEqual(
      own.map(({ key: rowKey }) => rowKey).toSorted(),
    );
    for (let index = 1; index < ordered.length; index++) {
      const [before, after] = [ordered[index - 1], ordered[index]];
      if (key.by === "number" || before === undefined || after === undefined || values[index - 1] !== values[index])
        continue;
      expect((places.get(before.key) ?? 0) < (places.get(after.key) ?? 0)).toBe(true);
    }
  },
);

it("the first rows are the same where the columns of a feed are not in memory", async () => {
  const small = await testService(service, { payOnceDays: Number.POSITIVE_INFINITY }, { freeExploreMemoryMb: 0 });
  for (const feed of FEED_NAMES)
    for (const search of ["?limit=30", "?limit=60&offset=30", "?limit=100&offset=100", "?limit=20&offset=400"]) {
      const [rows, same] = [await list(feed, search), await list(feed, search, small)];
      expect(same).toEqual(rows);
    }
  await small.stop();
});

describe("without an order", () => {
  it("companies begin with the most prominent, as in the public API, and an owned event names its companies", async () => {
    const rows = await listAll("companies", "?");
    const ids: string[] = [];
    for (let cursor = ""; ids.length < rows.length; ) {
      const response = await requestAccountFeed(
        service,
        `/v1/companies?sort=prominence&limit=100${cursor}`,
        reader.cookie,
      );
      const { data, pagination } = await response.json();
      ids.push(...data.map(({ id }: { id: string }) => id));
      cursor = `&cursor=${pagination.nextCursor}`;
    }
    expect(rows.map(readRecordId)).toEqual(ids);
    const { rows: owned } = await service.database.pool.query<{ id: string; name: string; domain: string | null }>(
      `select c.id, c.name, c.domain from companies c where exists (
         select from purchased_records p join funding_events e on e.id = p.record_id
         where p.workspace_id = $1 and e.company_id = c.id)
       and not exists (select from purchased_records p where p.workspace_id = $1 and p.record_id = c.id)`,
      [buyer.workspaceId],
    );
    expect(owned.length).toBeGreaterThan(10);
    const byId = new Map(rows.map((row) => [readRecordId(row), row]));
    for (const { id, name, domain } of owned)
      expect(byId.get(id)).toMatchObject({ purchasedAt: "", record: { id, name, domain, hqCity: null } });
    const named = rows.filter(({ preview, record }) => preview !== undefined && "name" in record && record.name);
    expect(named.length).toBeLessThan(rows.length / 2);
    expect(await listAll("companies", "?sort=recent")).toEqual(await listAll("companies", "?order=updated.ascending"));
  });

  it("investors begin with those in most owned rounds, which have their names, then with the latest update", async () => {
    const rows = await listAll("investors", "?");
    const { rows: known } = await service.database.pool.query<{ id: string; name: string; rounds: number }>(
      `select i.id, i.name, count(distinct f.event_id)::int as rounds from purchased_records p
       join funding_event_investors f on f.event_id = p.record_id join investors i on i.id = f.investor_id
       where p.workspace_id = $1 group by i.id`,
      [buyer.workspaceId],
    );
    expect(known.length).toBeGreaterThan(10);
    const rounds = new Map(known.map((one) => [one.id, one]));
    for (const row of rows) {
      const one = rounds.get(readRecordId(row));
      expect(row.ownedRounds).toBe(one?.rounds);
      if (one !== undefined) expect(row.record).toMatchObject({ id: one.id, name: one.name });
      else if (row.preview !== undefined) expect(row.record).toMatchObject({ id: null, name: null });
    }
    const values = rows.map(({ ownedRounds = 0 }) => ownedRounds);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    const days = rows
      .slice(known.length)
      .map(({ record }) => ("updatedAt" in record ? String(record.updatedAt).slice(0, 10) : ""));
    expect(days).toEqual(days.toSorted().toReversed());
    const unknown = await list("investors", "?", service, reader);
    expect(unknown.rows.some((row: ExploreRow) => row.ownedRounds !== undefined)).toBe(false);
  });
});

describe("a place of the list", () => {
  it("gives the same rows however one comes to it, to the end and beyond", async () => {
    for (const search of [
      "?",
      "?order=amount.descending",
      "?order=country.grouped~amount.ascending",
      "?round=seed&order=announced.ascending",
    ]) {
      const all = (await listAll("funding", search)).map(({ key }) => key);
      for (const offset of [0, 1, 59, all.length - 3, all.length, all.length + 1_000]) {
        const { rows, pagination } = await list("funding", `${search}&limit=20&offset=${offset}`);
        expect(rows.map(({ key }: ExploreRow) => key)).toEqual(all.slice(offset, offset + 20));
        expect(pagination).toEqual({ hasMore: offset + 20 < all.length, nextCursor: null, total: all.length, offset });
      }
    }
  });

  it("turns the list around with its time", async () => {
    const [own, reverse] = [await listAll("funding", "?"), await listAll("funding", "?order=announced.ascending")];
    expect(reverse.map(({ key }) => key)).toEqual(own.map(({ key }) => key).toReversed());
  });

  it("is that of what the workspace owns, too", async () => {
    const search = "?order=amount.descending&limit=100";
    const response = await requestAccount(service, ACCOUNT.purchased, { cookie: buyer.cookie, id: "funding", search });
    const { rows } = await response.json();
    const amounts = rows.map(({ record }: { record: { amountUsd: number | null } }) => record.amountUsd ?? -1);
    expect(amounts).toHaveLength(OWNED);
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a));
  });

  it.each([
    ["?offset=-1", "offset must be a whole number from 0; got"],
    ["?offset=1.5", "offset must be a whole number from 0; got"],
    ["?order=domain.ascending", "order must name announced, amount, round"],
    ["?order=amount.sideways", "order must name announced, amount, round"],
    ["?order=amount.descending~domain.ascending", "order must name"],
  ])("is refused for %s, naming what is allowed", async (search, message) => {
    const { status, error } = await list("funding", search);
    expect([status, error.code]).toEqual([400, "INVALID_INPUT"]);
    expect(error.message).toContain(message);
  });
});
