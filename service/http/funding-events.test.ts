import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { FEEDS } from "@/lib/contract/feeds";
import { makeApiKey } from "@/service/accounts/api-key";
import { openKeyCheck } from "@/service/accounts/keys";
import { openDebits } from "@/service/credits/debit";
import { openStatistics } from "@/service/feed/estimate";
import { openEventFeeds } from "@/service/feed/event-feeds";
import type { CompanyFacts } from "@/service/records/company";
import type { FundingFacts } from "@/service/records/events";
import { openPools } from "@/service/store/pools";
import { createApp } from "./app";
import { companyFacts, insertCompany, insertRound } from "./fixtures";
import { type TestService, testService } from "./testing";

const PATH = FEEDS.funding.path;
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
});
afterAll(() => service.stop());

interface Answer {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    data: { id: string; announcedAt: string; round: string | null; company: { name: string } }[];
    pagination: { hasMore: boolean; nextCursor: string | null; total?: number };
    meta: { creditsUsed: number; creditsRemaining: number; endpoint: string; requestId?: string };
    error: { code: string; message: string };
  };
}

async function get(query: string, as: string | null = key, init: RequestInit = {}): Promise<Answer> {
  const headers: HeadersInit = as === null ? {} : { "X-API-Key": as };
  const response = await fetch(`${service.url}${PATH}${query}`, { ...init, headers });
  const body = await response.json();
  // Every answer of whatever status is valid against the schema of that status and holds nothing beside it.
  ENDPOINTS.funding.responses[response.status]?.parse(body) ??
    expect.fail(`status ${response.status} is not in the contract`);
  return { status: response.status, headers: response.headers, body };
}

/** The names of the companies on the first page of 100 for a query, sorted. */
async function names(query: string): Promise<string[]> {
  const answer = await get(`?limit=100${query}`);
  expect(answer.status, answer.body.error?.message).toBe(200);
  return answer.body.data.map((record) => record.company.name).sort();
}

async function refused(query: string, message: RegExp): Promise<void> {
  const answer = await get(query);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe("INVALID_INPUT");
  expect(answer.body.error.message).toMatch(message);
}

async function round(
  name: string,
  company: Partial<CompanyFacts> | null,
  facts: Partial<FundingFacts>,
): Promise<string> {
  const party =
    company === null ? name : await insertCompany(service.database.pool, { domain: null, ...company, name });
  return (await insertRound(service.database.pool, party, facts)).id;
}

const US = { hqCountry: "US" };

beforeAll(async () => {
  await round(
    "Alder",
    { domain: "alder.example" },
    { round: "seed", announcedAt: new Date("2026-03-01T10:00:00.000Z") },
  );
  await round(
    "Birch",
    { ...US, naicsCode: "31-33", industryGroup: "Law Practice", verticals: [], employeeCountBucket: null },
    { round: "series-a", amountUsdCents: 1_000_000_01, announcedAt: new Date("2026-03-02T23:59:59.999Z") },
  );
  await round(
    "Cedar",
    { ...US, naicsCode: "3254", industryGroup: null, verticals: ["ai", "data"], employeeCountBucket: "10001+" },
    { round: null, roundStated: false, amountUsdCents: null, announcedAt: new Date("2026-03-03T00:00:00.000Z") },
  );
  await round("Dogwood", null, { round: "seed", amountUsdCents: 0, announcedAt: new Date("2026-03-04T00:00:00.000Z") });
  await round(
    "Elm",
    { hqCountry: "SG", naicsCode: null, domain: "elm.example", description: null },
    { round: "growth", amountUsdCents: 90_000_000_000_00, announcedAt: new Date("2026-03-05T00:00:00.000Z") },
  );
});

const ALL = ["Alder", "Birch", "Cedar", "Dogwood", "Elm"];

describe("200", () => {
  it("answers in the list envelope, newest first, with one credit per record", async () => {
    const { body, headers } = await get("");
    expect(body.data.map((record) => record.company.name)).toEqual(ALL.toReversed());
    expect(body.meta).toMatchObject({ endpoint: "funding_events.list", creditsUsed: 5 });
    expect(headers.get("X-Credits-Used")).toBe("5");
    expect(headers.get("X-Credits-Remaining")).toBe(String(body.meta.creditsRemaining));
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.pagination).toEqual({ hasMore: false, nextCursor: null });
  });

  it("charges nothing for an empty page and for includeTotal", async () => {
    const before = (await get("?limit=1")).body.meta.creditsRemaining;
    const { body } = await get("?countries=FR&includeTotal=true");
    expect(body).toMatchObject({
      data: [],
      pagination: { hasMore: false, nextCursor: null, total: 0 },
      meta: { creditsUsed: 0, creditsRemaining: before },
    });
  });

  it.each([
    ["&round=seed", ["Alder", "Dogwood"]],
    ["&round=seed&round=growth", ["Alder", "Dogwood", "Elm"]],
    ["&countries=US", ["Birch", "Cedar"]],
    ["&countries=US&countries=unknown", ["Birch", "Cedar", "Dogwood"]],
    ["&naicsCode=51", ["Alder"]],
    ["&naicsCode=513210", ["Alder"]],
    ["&naicsCode=31-33", ["Birch", "Cedar"]],
    ["&naicsCode=32", ["Cedar"]],
    ["&naicsCode=3262", ["Birch", "Cedar"]],
    ["&naicsCode=unknown", ["Dogwood", "Elm"]],
    ["&naicsCode=99", []],
    ["&industryGroups=software%20development", ["Alder", "Elm"]],
    ["&industryGroups=unknown", ["Cedar", "Dogwood"]],
    ["&verticals=data", ["Cedar"]],
    ["&verticals=unknown", ["Birch", "Dogwood"]],
    ["&employeeBuckets=10001%2B", ["Cedar"]],
    ["&enrichedOnly=true", ["Alder"]],
    ["&enrichedOnly=false", ALL],
    ["&minAmountUsd=0", ["Alder", "Birch", "Dogwood", "Elm"]],
    ["&minAmountUsd=1000000.01", ["Alder", "Birch", "Elm"]],
    ["&minAmountUsd=1000000.02", ["Alder", "Elm"]],
    ["&maxAmountUsd=1000000", ["Dogwood"]],
    ["&minAmountUsd=99999999999999999999", []],
    ["&since=2026-03-03", ["Cedar", "Dogwood", "Elm"]],
    ["&until=2026-03-02", ["Alder", "Birch"]],
    ["&since=2026-03-02T23:59:59.999Z&until=2026-03-03T00:00:00Z", ["Birch", "Cedar"]],
    ["&since=2026-03-04T02:00:00%2B02:00", ["Dogwood", "Elm"]],
    ["&domain=https://www.Alder.example/about", ["Alder"]],
    ["&domain=nobody.example", []],
    ["&companyId=00000000-0000-7000-8000-000000000000", []],
    ["&round=seed&countries=unknown&maxAmountUsd=1", ["Dogwood"]],
  ])("%s matches %j", async (query, expected) => {
    expect(await names(query)).toEqual([...expected].sort());
    const counted = await get(`?limit=1&includeTotal=true${query}`);
    expect(counted.body.pagination.total).toBe(expected.length);
  });

  it("finds the rounds of a company by id and by a former domain", async () => {
    const company = await insertCompany(service.database.pool, companyFacts({ name: "Fir", domain: "fir.example" }));
    await service.database.pool.query("insert into company_domains values ('old-fir.example', $1, now())", [
      company.id,
    ]);
    const made = await insertRound(service.database.pool, company, {
      announcedAt: new Date("1999-01-01T00:00:00.000Z"),
    });
    for (const query of [`&companyId=${company.id}`, "&domain=old-fir.example"])
      expect(await names(query)).toEqual(["Fir"]);
    await service.database.pool.query("delete from funding_events where id = $1", [made.id]);
  });

  it("finds rare matches behind more rows than the first stage looks through", async () => {
    const { pool } = service.database;
    await pool.query(
      `insert into funding_events select gen_random_uuid(), company_id, stated_company, round, round_stated, 100, null, null,
         '2027-01-01'::timestamptz + n * interval '1 second', discovered_at, true, '{r:debt}', record
       from funding_events, generate_series(1, 6000) n where stated_company is not null`,
    );
    try {
      expect(await names("&minAmountUsd=80000000000")).toEqual(["Elm"]);
      expect(await names("&round=series-a")).toEqual(["Birch"]);
      expect((await get("?limit=1&includeTotal=true")).body.pagination.total).toBe(6005);
    } finally {
      await pool.query("delete from funding_events where demo");
    }
    expect((await get("?limit=1&includeTotal=true")).body.pagination.total).toBe(5);
  });
});

describe("200: paging", () => {
  it("walks ties on the timestamp without overlap and without gap, and ends exactly at the limit", async () => {
    const { pool } = service.database;
    const at = new Date("2020-01-01T00:00:00.000Z");
    const made: string[] = [];
    for (let index = 0; index < 9; index++)
      made.push((await insertRound(pool, `Tie ${index}`, { announcedAt: at })).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const next = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await get(`?limit=3&until=2020-01-01${next}`);
      seen.push(...body.data.map((record) => record.id));
      expect(body.pagination.hasMore).toBe(body.pagination.nextCursor !== null);
      cursor = body.pagination.nextCursor;
      pages++;
    } while (cursor !== null);
    expect(pages).toBe(3);
    expect(seen).toEqual(made.toSorted().toReversed());
    await pool.query("delete from funding_events where announced_at = $1", [at]);
  });

  it("goes on when the row under the cursor has left the filter, and takes another limit", async () => {
    const first = await get("?limit=2&round=seed&round=growth&round=series-a");
    await service.database.pool.query("update funding_events set facets = '{}' where id = $1", [
      first.body.data[1]?.id,
    ]);
    const next = await get(
      `?limit=50&round=series-a&round=growth&round=seed&cursor=${first.body.pagination.nextCursor}`,
    );
    expect(next.body.data.map((record) => record.company.name)).toEqual(["Birch", "Alder"]);
    await service.database.pool.query(
      "update funding_events set facets = '{r:seed,c:unknown,n:unknown,i:unknown,v:unknown}' where id = $1",
      [first.body.data[1]?.id],
    );
  });

  it("cuts a page where the credits end and stands its cursor on the last served record", async () => {
    const poor = await service.account(3);
    const cut = await get("?limit=5", poor.key);
    expect(cut.body.data).toHaveLength(3);
    expect(cut.body.meta).toMatchObject({ creditsUsed: 3, creditsRemaining: 0 });
    expect(cut.body.pagination.hasMore).toBe(true);
    expect((await get(`?cursor=${cut.body.pagination.nextCursor}`, poor.key)).status).toBe(402);
    await service.database.pool.query("update workspaces set balance = 10 where id = $1", [poor.workspaceId]);
    const rest = await get(`?cursor=${cut.body.pagination.nextCursor}`, poor.key);
    expect(rest.body.data.map((record) => record.company.name)).toEqual(["Birch", "Alder"]);
  });
});

describe("200: pages kept in memory", () => {
  it("are never older than the feed: what is added, changed or removed shows in the next answer, charged once", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(1_000);
    const ask = async () => (await get("?since=2030-01-01&includeTotal=true", own)).body;
    const spent = async () => (await pool.query("select balance from workspaces where id = $1", [workspaceId])).rows[0];
    expect(await ask()).toMatchObject({ data: [], pagination: { total: 0 } });

    const { id } = await insertRound(pool, "Later", { announcedAt: new Date("2030-01-02T00:00:00.000Z") });
    for (let times = 0; times < 3; times++)
      expect(await ask()).toMatchObject({ data: [{ id }], pagination: { total: 1 }, meta: { creditsUsed: 1 } });
    expect(await spent()).toEqual({ balance: 997 });

    await pool.query("update funding_events set record = replace(record, 'Later', 'Renamed') where id = $1", [id]);
    expect((await ask()).data[0]?.company.name).toBe("Renamed");
    await pool.query("delete from funding_events where id = $1", [id]);
    expect(await ask()).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await spent()).toEqual({ balance: 996 });
  });

  it("are held against changes that another process commits between look-up and charge", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(100_000);
    let made = 0;
    let writing = true;
    const write = async () => {
      while (writing) {
        await insertRound(pool, "Burst", { announcedAt: new Date(Date.UTC(2040, 0, 1) + made) });
        made++;
      }
    };
    const writer = write();
    let charged = 0;
    for (let times = 0; times < 200; times++) {
      const before = made;
      const { body } = await get("?since=2040-01-01&limit=1&includeTotal=true", own);
      charged += body.meta.creditsUsed;
      // Everything that was committed before the request began is counted.
      expect(body.pagination.total).toBeGreaterThanOrEqual(before);
    }
    writing = false;
    await writer;
    const { rows } = await pool.query("select balance from workspaces where id = $1", [workspaceId]);
    expect(rows).toEqual([{ balance: 100_000 - charged }]);
    await pool.query("delete from funding_events where announced_at >= '2040-01-01'");
  });
});

describe("400", () => {
  it.each([
    ["?limit=0", /limit must be a whole number from 1 to 100; got 0/],
    ["?limit=101", /limit .* got 101/],
    ["?limit=2.5", /limit .* got 2.5/],
    ["?limit=abc", /limit must be a number in plain digits, 0 or more; got "abc"/],
    ["?limit=1e1", /limit .* got "1e1"/],
    ["?limit=5&limit=6", /limit is given 2 times; it takes one value/],
    ["?limit=", /limit is empty/],
    ["?rounds=seed", /"rounds" is not a parameter of \/v1\/funding-events; did you mean round\?/],
    ["?nonsense=1", /"nonsense" is not a parameter .*known are since, until, round/],
    ["?round=seedy", /round must be one of pre-seed, .*; got "seedy"; did you mean "seed"\?/],
    ["?round=unknown", /round must be one of/],
    ["?countries=us", /countries must be one of the 237 listed values or unknown; got "us"; did you mean "US"\?/],
    ["?industryGroups=Softwar%20Development", /did you mean "Software Development"\?/],
    ["?employeeBuckets=unknown", /employeeBuckets must be one of 1-10/],
    ["?verticals=ai,data", /verticals must be one of/],
    ["?naicsCode=7", /naicsCode must be a NAICS code of 2 to 6 digits/],
    ["?naicsCode=51-52", /naicsCode must be/],
    ["?since=2026-02-30", /since must be a date/],
    ["?until=yesterday", /until must be a date/],
    ["?since=2026-02-02&until=2026-02-01", /since \(2026-02-02\) is after until \(2026-02-01\)/],
    ["?minAmountUsd=-1", /minAmountUsd must be a number in plain digits/],
    ["?minAmountUsd=1e999", /minAmountUsd/],
    ["?maxAmountUsd=-0", /maxAmountUsd/],
    ["?maxAmountUsd=%D9%A3", /maxAmountUsd/],
    ["?minAmountUsd=2&maxAmountUsd=1", /minAmountUsd \(2\) is above maxAmountUsd \(1\)/],
    ["?enrichedOnly=yes", /enrichedOnly must be true or false; got "yes"/],
    ["?includeTotal=1", /includeTotal must be true or false/],
    ["?companyId=42", /companyId must be a UUID; got "42"/],
    ["?domain=not%20a%20domain", /domain must be a domain or URL/],
    ["?domain=%00", /domain holds a character that is not valid text/],
    ["?cursor=nonsense", /cursor is malformed/],
  ])("%s is refused with its own sentence", async (query, message) => {
    await refused(query, message);
  });

  it("refuses a cursor that was altered, or is of other filters, another endpoint or another workspace", async () => {
    const { nextCursor } = (await get("?limit=1")).body.pagination;
    const cursor = nextCursor ?? expect.fail("there is a next page");
    const altered = `${cursor.slice(0, 45)}${cursor[45] === "A" ? "B" : "A"}${cursor.slice(46)}`;
    await refused(`?cursor=${altered}`, /cursor was altered/);
    await refused(`?round=seed&cursor=${cursor}`, /cursor belongs to a query with other filters/);
    const stranger = await service.account(10);
    const other = await get(`?cursor=${cursor}`, stranger.key);
    expect(other.body.error.message).toBe("cursor belongs to another workspace");
    const response = await fetch(`${service.url}${FEEDS.acquisitions.path}?cursor=${cursor}`, {
      headers: { "X-API-Key": key },
    });
    expect(await response.text()).toContain("cursor belongs to another endpoint");
  });

  it("charges nothing", async () => {
    const { workspaceId, key: poor } = await service.account(5);
    await get("?limit=0", poor);
    const { rows } = await service.database.pool.query("select balance from workspaces where id = $1", [workspaceId]);
    expect(rows).toEqual([{ balance: 5 }]);
  });
});

describe("401", () => {
  it.each([
    ["without a key", null],
    ["for a malformed key", "df_live_short"],
    ["for a key with a wrong checksum", `df_live_${"a".repeat(36)}`],
  ])("%s", async (_, as) => {
    const answer = await get("", as);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "UNAUTHORIZED" } } });
    expect(answer.body.meta.requestId).toBe(answer.headers.get("X-Request-Id"));
  });

  it("for a revoked key", async () => {
    const { keyId, key: revoked } = await service.account(5);
    await service.database.pool.query("update api_keys set revoked_at = now() where id = $1", [keyId]);
    expect((await get("", revoked)).status).toBe(401);
  });
});

describe("402", () => {
  it("at a balance of 0, also for a page that would be empty", async () => {
    const { key: poor } = await service.account(0);
    for (const query of ["", "?countries=FR"])
      expect(await get(query, poor)).toMatchObject({ status: 402, body: { error: { code: "PAYMENT_REQUIRED" } } });
  });
});

describe("404, 405, 413, 431", () => {
  it("404 for an unknown path with a key, 401 without", async () => {
    const ask = (headers: HeadersInit) => fetch(`${service.url}/v1/nothing`, { headers });
    expect((await ask({ "X-API-Key": key })).status).toBe(404);
    expect((await ask({})).status).toBe(401);
  });

  it("405 with Allow for every other method, HEAD included, and charges nothing", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await get("", key, { method });
      expect(answer).toMatchObject({ status: 405, body: { error: { code: "METHOD_NOT_ALLOWED" } } });
      expect(answer.headers.get("Allow")).toBe("GET");
    }
    const head = await fetch(`${service.url}${PATH}`, { method: "HEAD", headers: { "X-API-Key": key } });
    expect(head.status).toBe(405);
  });

  it("413 for a body over 64 kB", async () => {
    expect(await get("", key, { method: "POST", body: "x".repeat(65 * 1024) })).toMatchObject({ status: 413 });
  });

  it("431 for an address over 64 kB, 200 for all industries and countries at once", async () => {
    expect(await get(`?${"round=seed&".repeat(7000)}`)).toMatchObject({ status: 431 });
    const { INDUSTRIES } = await import("@/lib/contract/values/industries");
    const all = new URLSearchParams(INDUSTRIES.map((label) => ["industryGroups", label]));
    expect((await get(`?${all}`)).status).toBe(200);
  });

  it("431 in the envelope for headers beyond what is read at all", async () => {
    const { request } = await import("node:http");
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = request(`${service.url}${PATH}`, { headers: { "X-Long": "x".repeat(300 * 1024) } }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
      sent.on("error", reject);
      sent.end();
    });
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: { code: "HEADERS_TOO_LARGE" } });
  });
});

describe("5xx", () => {
  it("503 with Retry-After while the database cannot be reached, and /readyz says so", async () => {
    const pools = openPools("postgres://nobody@127.0.0.1:9/nothing");
    const log = pino({ level: "silent" });
    const keys = openKeyCheck(pools.main, Date.now);
    const feeds = openEventFeeds(pools, openStatistics(pools.totals, Date.now), true);
    const debits = openDebits(pools.debits, () => new Date());
    const app = createApp({
      pools,
      feeds,
      keys,
      debits,
      secret: "s",
      log,
      version: "test",
      demo: async () => false,
    });
    const answer = await app.request(PATH, { headers: { "X-API-Key": makeApiKey() } });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: "SERVICE_UNAVAILABLE" } });
    expect((await app.request("/readyz")).status).toBe(503);
    expect((await app.request("/healthz")).status).toBe(200);
    await pools.close();
  });

  it("500 without stack or SQL for a failure of our own, nothing charged", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(50);
    await get("?limit=1", own);
    await pool.query("alter table funding_events rename to funding_events_away");
    try {
      const broken = await get("", own);
      expect(broken).toMatchObject({ status: 500, body: { error: { code: "INTERNAL_ERROR" } } });
      expect(broken.body.error.message).not.toMatch(/funding_events|select/);
    } finally {
      await pool.query("alter table funding_events_away rename to funding_events");
    }
    const { rows } = await pool.query("select balance from workspaces where id = $1", [workspaceId]);
    expect(rows).toEqual([{ balance: 49 }]);
  });
});

describe("the log", () => {
  it("names every request by its id and never a key", async () => {
    const { headers } = await get("?limit=1");
    const id = headers.get("X-Request-Id") ?? "";
    expect(service.logged.some((line) => line.includes(id))).toBe(true);
    await fetch(`${service.url}/v1/${key}?key=${key}`, { headers: { "X-API-Key": key } });
    expect(service.logged.join("")).toContain("/v1/df_live_…");
    expect(service.logged.join("")).not.toContain(key);
  });
});
