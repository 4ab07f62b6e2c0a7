import { ACCOUNT } from "@dealflow/contract/account/account";
import { BUY_RECORDS, type ExploreRow, type Preview } from "@dealflow/contract/account/explore";
import { LIST_ORDERS } from "@dealflow/contract/account/feed-orders";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { BUDGET_REACHED } from "@dealflow/contract/errors";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { AMOUNT_BANDS_USD } from "@dealflow/contract/records/amount-bands";
import { LISTS } from "@dealflow/contract/values/lists";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReferences } from "@/service/feed/tokens/reference";
import { loadDemo } from "@/service/ingest/demo/load";
import { Chance } from "@/service/ingest/demo/random";
import { LONG } from "../../long/testing";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { createApiClient, readBalance } from "../../testing/api-client";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../../testing/service";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = LONG
  ? { companies: 2_500, rounds: 4_500, acquisitions: 1_500, moves: 2_500, investors: 500 }
  : { companies: 500, rounds: 900, acquisitions: 300, moves: 500, investors: 100 };
/** Fewer than there are. */
const RECORDS = LONG ? 10_000 : 2_000;
const SEED = 11;
const WALKS = LONG ? 25 : 10;
const LONG_MS = 120_000;

let service: TestService;
/** Buys everything that it compares with. */
let buyer: TestAccount;
let explorer: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await loadDemo(service.database.pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
  [buyer, explorer] = [await service.account(10_000_000), await service.account(0)];
});
afterAll(() => service.stop());

interface ExplorePage {
  readonly status: number;
  readonly text: string;
  readonly rows: readonly ExploreRow[];
  readonly pagination: {
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
    readonly total?: number;
    readonly offset?: number;
  };
}

function nextPage({ rows, pagination }: Pick<ExplorePage, "rows" | "pagination">): string {
  return `&offset=${(pagination.offset ?? 0) + rows.length}`;
}

async function explore(feed: FeedName, query: string, { cookie } = explorer): Promise<ExplorePage> {
  const response = await requestAccount(service, ACCOUNT.explore, { cookie, id: feed, search: `?${query}` });
  const text = await response.text();
  return { status: response.status, text, ...JSON.parse(text) };
}

interface FeedPage {
  readonly data: readonly Readonly<Record<string, unknown> & { readonly id: string }>[];
  readonly pagination: ExplorePage["pagination"];
}

async function feedPage(feed: FeedName, query: string): Promise<FeedPage> {
  const response = await requestAccountFeed(service, `${FEEDS[feed].path}?${query}`, buyer.cookie);
  expect(response.status).toBe(200);
  return response.json();
}

function previewIn(row: ExploreRow | undefined): Preview {
  if (row?.preview === undefined) throw new Error("not a preview");
  return row.preview;
}

const references = createReferences(TEST_SECRET);
const readRecordId = (feed: FeedName, { workspaceId }: TestAccount, row: ExploreRow) =>
  row.preview === undefined ? row.record.id : references.read({ feed, workspaceId }, row.preview.reference);

/** Both pages at each step of a walk: of the feed, and free. */
async function* walkBoth(feed: FeedName, filters: string, limits: () => number) {
  let [feedCursor, freeCursor] = ["", ""];
  for (;;) {
    const limit = limits();
    const query = (cursor: string) => `${filters}&limit=${limit}${cursor}`;
    // The dashboard's own order of a directory is another one.
    const order = feed in LIST_ORDERS && !filters.includes("sort=") ? "&order=updated.ascending" : "";
    const [bought, free] = await Promise.all([
      feedPage(feed, query(feedCursor)),
      explore(feed, `${query(freeCursor)}${order}`),
    ]);
    expect(free.status).toBe(200);
    yield { bought, free };
    if (!free.pagination.hasMore) return;
    feedCursor = `&cursor=${bought.pagination.nextCursor}`;
    freeCursor = nextPage(free);
  }
}

/** The rows without their days and listed values, each of which must be in its list. */
function withoutListed(feed: FeedName, rows: readonly ExploreRow[]): Pick<Preview, "amount" | "sources">[] {
  return rows.map((row) => {
    const { amount, sources } = previewIn(row);
    let days = 0;
    for (const [path, value] of knownFacts(row.record)) {
      const filters: readonly Filter[] = FEEDS[feed].filters;
      const filter = filters.find(({ facts }) => facts.includes(path.replace(/\.name$/, ".code")));
      if (filter?.kind === "dates") days++;
      if (!isListed(filter, path, value)) expect(`${path}=${value}`).toBe("listed");
    }
    expect(days).toBe(1);
    return { amount, sources };
  });
}

/** Everything that a record says, by its path. */
function knownFacts(record: unknown, owner = ""): (readonly [path: string, value: unknown])[] {
  if (record === null) return [];
  if (Array.isArray(record)) return record.map((value) => [owner, value]);
  if (typeof record !== "object") return [[owner, record]];
  return Object.entries(record).flatMap(([key, value]) => knownFacts(value, owner === "" ? key : `${owner}.${key}`));
}

function isListed(filter: Filter | undefined, path: string, value: unknown): boolean {
  switch (filter?.kind) {
    case "many":
    case "one":
      return LISTS[filter.list].some((one) => (path.endsWith("Country.name") ? one.title : one.value) === value);
    case "tree":
      return /^\d[\d-]*$/.test(String(value));
    case "flag":
      return filter.either && typeof value === "boolean";
    case "dates":
      return /^\d{4}-\d\d-\d\d$/.test(String(value));
    case "range":
      return filter.unit === "year" && Number.isInteger(value);
    default:
      return false;
  }
}

/** Every text that a record holds beside what listed filters match, and its exact amounts. */
function getSecrets(feed: FeedName, record: unknown): string[] {
  const listed: ReadonlySet<string> = new Set(
    FEEDS[feed].filters.flatMap((filter) =>
      ["many", "one", "tree", "flag"].includes(filter.kind) ? filter.facts : [],
    ),
  );
  const bounds: ReadonlySet<number> = new Set(AMOUNT_BANDS_USD);
  const secrets: string[] = [];
  const collect = (item: unknown, path: string): void => {
    if (Array.isArray(item)) for (const entry of item) collect(entry, path);
    else if (typeof item === "object" && item !== null)
      for (const [key, value] of Object.entries(item)) collect(value, path === "" ? key : `${path}.${key}`);
    // Shorter texts are codes and parts of words.
    else if (typeof item === "string" && item.length > 3 && (!listed.has(path) || path.endsWith(".domain")))
      secrets.push(item);
    else if (typeof item === "number" && /amount/i.test(path) && !bounds.has(item)) secrets.push(String(item));
  };
  collect(record, "");
  return secrets;
}

/** What the cursor and the references of a page hold, as text and as hexadecimal digits. */
function sealedBytes({ rows, pagination }: ExplorePage): string {
  const sealed = [...rows.map((row) => previewIn(row).reference), pagination.nextCursor ?? ""];
  return sealed
    .map((text) => Buffer.from(text, "base64url"))
    .flatMap((bytes) => [bytes.toString("latin1"), bytes.toString("hex")])
    .join("\n");
}

/** Every row that is free, over all pages. */
async function walk(feed: FeedName, filters: string, account: TestAccount): Promise<ExploreRow[]> {
  const rows: ExploreRow[] = [];
  for (let cursor = ""; ; ) {
    const { rows: more, pagination } = await explore(feed, `${filters}&limit=100${cursor}`, account);
    rows.push(...more);
    if (!pagination.hasMore) return rows;
    cursor = nextPage({ rows: more, pagination });
  }
}

async function walkBought(feed: FeedName): Promise<FeedPage["data"][number][]> {
  const records: FeedPage["data"][number][] = [];
  for (let cursor = ""; ; ) {
    const { data, pagination } = await feedPage(feed, `limit=100${cursor}`);
    records.push(...data);
    if (!pagination.hasMore) return records;
    cursor = `&cursor=${pagination.nextCursor}`;
  }
}

/** A day, or an instant, as the first or the last instant that it means. */
function instant(text: string | null, fallback: number, dayEnd: boolean): number {
  if (text === null) return fallback;
  return text.length > 10 ? Date.parse(text) : Date.parse(text) + (dayEnd ? 86_399_999 : 0);
}

function matchesAsked(record: Readonly<Record<string, unknown>>, query: URLSearchParams): boolean {
  const at = Date.parse(String(record.announcedAt));
  const [min, max] = [query.get("minAmountUsd"), query.get("maxAmountUsd")];
  const amount = record.amountUsd;
  if ((min ?? max) !== null && typeof amount !== "number") return false;
  return (
    (query.get("round") ?? record.round) === record.round &&
    at >= instant(query.get("since"), Number.NEGATIVE_INFINITY, false) &&
    at <= instant(query.get("until"), Number.POSITIVE_INFINITY, true) &&
    Number(amount) >= Number(min ?? Number(amount)) &&
    Number(amount) <= Number(max ?? Number(amount))
  );
}

/** The rule of previews: the band reaches below the maximum and begins at or below the minimum's, the day overlaps. */
function matchesPreview(record: Readonly<Record<string, unknown>>, query: URLSearchParams): boolean {
  const day = Date.parse(String(record.announcedAt).slice(0, 10));
  const [min, max] = [query.get("minAmountUsd"), query.get("maxAmountUsd")];
  const band = AMOUNT_BANDS_USD.findLastIndex((edge) => edge <= Number(record.amountUsd));
  const [low, high] = [AMOUNT_BANDS_USD[band] ?? 0, AMOUNT_BANDS_USD[band + 1] ?? Number.POSITIVE_INFINITY];
  if ((min ?? max) !== null && typeof record.amountUsd !== "number") return false;
  return (
    (query.get("round") ?? record.round) === record.round &&
    day + 86_399_999 >= instant(query.get("since"), Number.NEGATIVE_INFINITY, false) &&
    day <= instant(query.get("until"), Number.POSITIVE_INFINITY, true) &&
    high > Number(min ?? 0) &&
    low < Number(max ?? Number.POSITIVE_INFINITY)
  );
}

function buy(feed: FeedName, { cookie }: TestAccount, list: readonly unknown[]): Promise<Response> {
  return requestAccount(service, BUY_RECORDS, { cookie, id: feed, body: { references: list } });
}

async function getPreviews(feed: FeedName, account: TestAccount, query: string): Promise<string[]> {
  return (await explore(feed, query, account)).rows.map((row) => previewIn(row).reference);
}

/** Random bytes hold some shorter texts. */
const NO_COINCIDENCE = 8;

describe("previews", () => {
  it(
    `disclose no name, domain, person, text, exact amount, instant or id of ${RECORDS} records, nor do cursors`,
    async () => {
      let compared = 0;
      for (const feed of FEED_NAMES)
        for await (const { bought, free } of walkBoth(feed, "", () => 100)) {
          const [text, sealed] = [JSON.stringify(withoutListed(feed, free.rows)), sealedBytes(free)];
          for (const record of bought.data) {
            compared++;
            const disclosed = getSecrets(feed, record).filter(
              (secret) =>
                (/^[\d.]+$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(text) : text.includes(secret)) ||
                (secret.length >= NO_COINCIDENCE && sealed.includes(secret)),
            );
            if (disclosed.length > 0) expect(disclosed).toEqual([]);
            if (sealed.includes(record.id.replaceAll("-", ""))) expect(record.id).toBe("sealed");
          }
        }
      expect(compared).toBeGreaterThan(RECORDS);
    },
    LONG_MS,
  );

  it("show listed values, the day, the amount's band and the number of sources in a record without anything else", async () => {
    const [bought, free] = await Promise.all([feedPage("funding", "limit=100"), explore("funding", "limit=100")]);
    for (const [index, record] of bought.data.entries()) {
      const { amount, sources } = previewIn(free.rows[index]);
      const company = Object(record.company);
      expect(free.rows[index]?.record).toMatchObject({
        id: null,
        round: record.round,
        amountUsd: null,
        announcedAt: String(record.announcedAt).slice(0, 10),
        company: { name: null, hqCountry: company.hqCountry, verticals: company.verticals },
        sources: [],
        investors: [],
      });
      expect(sources).toBe(Array.isArray(record.sources) ? record.sources.length : undefined);
      if (typeof record.amountUsd !== "number") expect(amount).toBeNull();
      else {
        expect(amount?.minUsd).toBeLessThanOrEqual(record.amountUsd);
        expect(amount?.maxUsd ?? Number.POSITIVE_INFINITY).toBeGreaterThan(record.amountUsd);
      }
    }
    expect(free.rows.filter((row) => row.preview !== undefined && row.preview.amount !== null).length).toBeGreaterThan(
      20,
    );
  });

  it(
    "come in the feed's order and number under any filters that previews decide",
    async () => {
      const chance = new Chance(SEED);
      const queries: Readonly<Record<FeedName, readonly string[]>> = {
        funding: [
          "round=seed",
          "countries=US&countries=DE",
          "minAmountUsd=5000000",
          "since=2026-01-01",
          "verticals=ai",
        ],
        acquisitions: ["isMerger=true", "paymentType=cash", "countries=GB", "includeTotal=true", "until=2025-06-30"],
        execMoves: ["moveType=departure", "roleSeniority=c_level", "countries=FR", "since=2026-06-01"],
        companies: [
          "countries=US",
          "sort=prominence",
          "sort=prominence&sortDirection=asc",
          "minRaisedLast12mUsd=1000000",
          "employeeBuckets=11-50",
        ],
        investors: ["type=vc", "country=US", "country=GB", "type=angel&type=pe"],
      };
      for (let walk = 0; walk < WALKS; walk++) {
        const feed = chance.pick(FEED_NAMES);
        const filters = [chance.pick(queries[feed]), chance.pick(queries[feed])];
        const query =
          filters[0]?.includes("=") && filters[0].split("=")[0] !== filters[1]?.split("=")[0]
            ? filters.join("&")
            : (filters[0] ?? "");
        let walked = 0;
        for await (const { bought, free } of walkBoth(feed, query, () => chance.between(20, 100))) {
          expect(free.rows.map((row) => readRecordId(feed, explorer, row))).toEqual(bought.data.map(({ id }) => id));
          expect(free.pagination.hasMore).toBe(bought.pagination.hasMore);
          walked += free.rows.length;
          if (!free.pagination.hasMore) expect(walked).toBe(free.pagination.total);
        }
      }
    },
    LONG_MS,
  );

  it(
    "match amounts by their bands and dates by days, beside owned records as the query is written, over all pages",
    async () => {
      const chance = new Chance(SEED);
      const account = await service.account(10_000);
      const whole = await walk("funding", "", explorer);
      const owned = new Set<string>();
      for (const reference of whole.map((row) => previewIn(row).reference).filter(() => chance.happens(0.2)))
        owned.add(references.read({ feed: "funding", workspaceId: explorer.workspaceId }, reference) ?? "");
      const ids = [...owned];
      for (let at = 0; at < ids.length; at += 100) {
        const list = ids.slice(at, at + 100).map((id) => references.write({ feed: "funding", ...account }, id));
        expect((await buy("funding", account, list)).status).toBe(200);
      }
      const records = await walkBought("funding");
      for (const filters of [
        "minAmountUsd=7300000&maxAmountUsd=12000000",
        "maxAmountUsd=10000000",
        "minAmountUsd=6000000000",
        "since=2026-05-03T09:30:00Z&until=2026-08-11T17:00:00Z&round=seed",
        "since=2026-05-03T23:30:00-02:00&maxAmountUsd=800000",
      ]) {
        const query = new URLSearchParams(filters);
        const expected = records.filter((record) =>
          owned.has(record.id) ? matchesAsked(record, query) : matchesPreview(record, query),
        );
        const rows = await walk("funding", filters, account);
        expect(rows.map((row) => readRecordId("funding", account, row))).toEqual(expected.map(({ id }) => id));
        const { pagination } = await explore("funding", `${filters}&includeTotal=true&limit=1`, account);
        expect(pagination.total).toBe(expected.length);
      }
    },
    LONG_MS,
  );

  it("are never found by a text, a domain or an id; owned records are", async () => {
    const account = await service.account(10);
    const [{ data: companies }, { data: rounds }] = [
      await feedPage("companies", "limit=12"),
      await feedPage("funding", "limit=12&enrichedOnly=true"),
    ];
    const texts: (readonly [FeedName, string])[] = [
      ...companies.flatMap(({ name, domain }) => [
        ["companies", `search=${encodeURIComponent(String(name))}`] as const,
        ["companies", `search=${String(name).slice(0, 2).toLowerCase()}`] as const,
        ["companies", `domain=${domain ?? "none.example"}`] as const,
        ["funding", `domain=${domain ?? "none.example"}`] as const,
      ]),
      ...companies.map(({ id }) => ["funding", `companyId=${id}`] as const),
    ];
    for (const [feed, query] of texts)
      expect(await explore(feed, query, account)).toMatchObject({
        status: 200,
        rows: [],
        pagination: { hasMore: false },
      });
    const [first] = await getPreviews("funding", account, "limit=1&enrichedOnly=true");
    await buy("funding", account, [first]);
    const domain = String(Object(rounds[0]?.company).domain);
    const { rows } = await explore("funding", `domain=${domain}`, account);
    expect(rows.map((row) => row.preview === undefined && row.record.id)).toEqual([rounds[0]?.id]);
  });

  it("keep their references and cursors from one response to the next", async () => {
    const [first, second] = [await explore("companies", "limit=30"), await explore("companies", "limit=30")];
    expect(second.text).toBe(first.text);
  });

  it("are invalid for the reasons for which the feed's pages are, with the same messages", async () => {
    const client = createApiClient(ENDPOINTS.funding, () => ({ service, key: buyer.key }));
    for (const query of ["round=sede", "limit=101", "since=2026-02-01&until=2026-01-01", "nothing=1", "cursor=x"]) {
      const { body } = await client.request(query);
      const { status, text } = await explore("funding", query);
      expect(status).toBe(400);
      expect(JSON.parse(text).error).toEqual((body as { error?: unknown }).error);
    }
  });

  it("don't exist for an unknown feed", async () => {
    expect(await explore("nothing" as FeedName, "")).toMatchObject({ status: 404 });
  });

  it.each(["counts", "off"] as const)(
    "don't exist where FREE_EXPLORE is %s: rows end before the first that isn't owned, and the next page has a price",
    async (freeExplore) => {
      const other = await testService(service, { freeExplore, payOnceDays: Number.POSITIVE_INFINITY });
      try {
        const account = await service.account(100);
        const call = { cookie: account.cookie, id: "funding" };
        const exploreOther = async (search: string) =>
          ACCOUNT.explore.response.parse(
            await (await requestAccount(other, ACCOUNT.explore, { ...call, search })).json(),
          );
        const buyPage = async (cursor: string | null) => {
          const search = `?limit=20${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
          return (await requestAccount(other, BUY_RECORDS, { ...call, search, body: {} })).json();
        };
        const none = await exploreOther("?limit=30&includeTotal=true");
        expect(none).toMatchObject({ rows: [], pagination: { hasMore: false }, next: { cursor: null, limit: 20 } });
        expect(none.pagination.total === undefined).toBe(freeExplore === "off");
        const bought = await buyPage(null);
        expect(bought.meta).toMatchObject({ creditsUsed: 20, creditsRemaining: 80, records: 20, newRecords: 20 });
        const { rows, next } = await exploreOther("?limit=30");
        expect(rows.map((row) => row.preview === undefined && row.record.id)).toEqual(
          bought.data.map(({ record }: { record: { id: string } }) => record.id),
        );
        expect(next).toEqual({ cursor: bought.pagination.nextCursor, limit: 20 });
        // A page that is bought again costs nothing.
        expect((await buyPage(null)).meta).toMatchObject({ creditsUsed: 0, records: 20, newRecords: 0 });
        expect((await buyPage(next?.cursor ?? null)).meta).toMatchObject({ creditsUsed: 20, creditsRemaining: 60 });
        expect((await exploreOther("?limit=30")).pagination.hasMore).toBe(true);
        // References of the inbox are valid in every mode; this one is none.
        expect((await requestAccount(other, BUY_RECORDS, { ...call, body: { references: ["x"] } })).status).toBe(400);
        expect(await (await requestAccount(other, ACCOUNT.me, call)).json()).toMatchObject({ freeExplore });
      } finally {
        await other.stop();
      }
    },
  );

  it("show a change of the feed that another process made", async () => {
    const ids = async () =>
      (await explore("funding", "limit=3&round=grant")).rows.map((row) => readRecordId("funding", explorer, row));
    const [first = "", ...others] = await ids();
    expect(await ids()).toEqual([first, ...others]);
    // The trigger of the table raises the feed's version, which this process does not hear of.
    await service.database.pool.query("update funding_events set facets = '{}' where id = $1", [first]);
    // A request waits for the change for a moment only, which may be over on a busy machine.
    await expect.poll(ids).not.toContain(first);
    expect((await ids()).slice(0, 2)).toEqual(others);
  });
});

describe("buying by reference", () => {
  it("returns the records in the order of the references, which are owned from then on", async () => {
    const account = await service.account(100);
    const list = (await getPreviews("funding", account, "limit=12")).toReversed();
    const response = await buy("funding", account, list);
    expect(response.status).toBe(200);
    const body = BUY_RECORDS.response.parse(await response.json());
    expect(body.data.map(({ reference }) => reference)).toEqual(list);
    expect(body.meta).toEqual({
      endpoint: FEEDS.funding.endpoint,
      creditsUsed: 12,
      creditsRemaining: 88,
      records: 12,
      newRecords: 12,
    });
    const { data } = await feedPage("funding", "limit=12");
    expect(body.data.map(({ record }) => record)).toEqual(data.toReversed());
    const { rows } = await explore("funding", "limit=14", account);
    expect(rows.slice(0, 12).map((row) => "record" in row && row.record)).toEqual(data);
    expect(rows.slice(12).every((row) => "preview" in row)).toBe(true);
  });

  it("charges only what the workspace doesn't own, once however often a reference is given", async () => {
    const account = await service.account(100);
    const list = await getPreviews("acquisitions", account, "limit=6");
    await buy("acquisitions", account, list.slice(0, 3));
    const again = await (await buy("acquisitions", account, [...list, ...list])).json();
    expect(again.data).toHaveLength(6);
    expect(again.meta).toMatchObject({ creditsUsed: 3, creditsRemaining: 94, records: 6, newRecords: 3 });
    const colleague = await service.person(account.workspaceId, "member");
    const theirs = await requestAccount(service, BUY_RECORDS, {
      cookie: colleague.cookie,
      id: "acquisitions",
      body: { references: list },
    });
    expect((await theirs.json()).meta).toMatchObject({ creditsUsed: 0, records: 6, newRecords: 0 });
  });

  it("rejects a reference that was altered or is of another workspace or feed, naming it, and charges nothing", async () => {
    const account = await service.account(100);
    const [list, foreign, ofOther] = [
      await getPreviews("funding", account, "limit=3"),
      await getPreviews("funding", await service.account(1), "limit=1"),
      await getPreviews("companies", account, "limit=1"),
    ];
    const [first = "", second = ""] = list;
    const altered = `${first[0] === "A" ? "B" : "A"}${first.slice(1)}`;
    for (const wrong of [foreign[0], ofOther[0], altered, `${first}A`, "", "nonsense"]) {
      const response = await buy("funding", account, [first, second, wrong]);
      expect(response.status).toBe(400);
      expect((await response.json()).error.message).toMatch(/^references\.2: was modified, or belongs to another/);
    }
    for (const [body, message] of [
      [[], /^references: must have 1 to 100 items/],
      [Array.from({ length: 101 }, () => first), /^references: must have 1 to 100 items/],
      [[1], /^references\.0: must be text/],
    ] as const) {
      const response = await buy("funding", account, body);
      expect([response.status, (await response.json()).error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect(await readBalance(service, account.workspaceId)).toBe(100);
  });

  it("leaves out a record that was deleted, and doesn't charge it", async () => {
    const account = await service.account(100);
    const list = await getPreviews("execMoves", account, "limit=3");
    const id = references.read({ feed: "execMoves", workspaceId: account.workspaceId }, list[1] ?? "");
    await service.database.pool.query("delete from exec_moves where id = $1", [id]);
    const { data, meta } = await (await buy("execMoves", account, list)).json();
    expect(data.map(({ reference }: { reference: string }) => reference)).toEqual([list[0], list[2]]);
    expect(meta).toMatchObject({ creditsUsed: 2, records: 2 });
  });

  it("returns the first that the balance covers, then 402; what is owned stays free", async () => {
    const account = await service.account(4);
    const list = await getPreviews("companies", account, "limit=7");
    const cut = await (await buy("companies", account, list)).json();
    expect(cut.data.map(({ reference }: { reference: string }) => reference)).toEqual(list.slice(0, 4));
    expect(cut.meta).toMatchObject({ creditsUsed: 4, creditsRemaining: 0 });
    expect((await buy("companies", account, list.slice(4))).status).toBe(402);
    expect((await buy("companies", account, list.slice(0, 4))).status).toBe(200);
  });

  it("charges nothing when a budget would be exceeded, and names it", async () => {
    const account = await service.account(100);
    const list = await getPreviews("investors", account, "limit=5");
    const budget = { person: null, day: 3, month: null };
    expect((await requestAccount(service, ACCOUNT.setBudget, { cookie: account.cookie, body: budget })).status).toBe(
      200,
    );
    const refused = await buy("investors", account, list);
    expect([refused.status, (await refused.json()).error.code]).toEqual([403, BUDGET_REACHED]);
    expect((await buy("investors", account, list.slice(0, 3))).status).toBe(200);
    expect(await readBalance(service, account.workspaceId)).toBe(97);
  });

  it("charges once however often it is repeated under an idempotency key", async () => {
    const account = await service.account(100);
    const body = { references: await getPreviews("funding", account, "limit=2&round=seed") };
    const { cookie } = account;
    const headers = { "Idempotency-Key": "show" };
    const responses = await Promise.all(
      [1, 2].map(async () => requestAccount(service, BUY_RECORDS, { cookie, id: "funding", body, headers })),
    );
    expect(responses.map(({ status }) => status).sort()[0]).toBe(200);
    const again = await requestAccount(service, BUY_RECORDS, { cookie, id: "funding", body, headers });
    expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, "true"]);
    expect(await readBalance(service, account.workspaceId)).toBe(98);
  });

  it("responds to POST alone", async () => {
    const response = await requestAccount(
      service,
      { method: "GET", path: BUY_RECORDS.path },
      { cookie: explorer.cookie, id: "funding" },
    );
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  });
});
