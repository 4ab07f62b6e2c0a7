import type { FeedName } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "@/lib/server/testing";
import {
  companyFacts,
  insertCompanies,
  insertDeal,
  insertInvestor,
  insertMove,
  insertPerson,
  insertRound,
  updateCompany,
} from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import type { CompanyFacts } from "@/service/records/company";
import { type Client, createClient } from "./client";
import { ApiProblem, OutOfCredits } from "./problem";
import type { ClientOptions } from "./request-sender";

let service: TestService;
let companies: CompanyFacts[];

/** Several events share each announcement day, so that ids have to break ties. */
const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 4)));

beforeAll(async () => {
  service = await testService();
  const { pool } = service.database;
  companies = await insertCompanies(
    pool,
    Array.from({ length: 23 }, (_, index) =>
      companyFacts({
        name: `Company ${index}`,
        domain: `company${index}.example`,
        hqCountry: index % 2 === 0 ? "US" : "DE",
        updatedAt: day(index),
      }),
    ),
  );
  const [first, second] = companies;
  if (first === undefined || second === undefined) throw new Error("there are no companies");
  const backer = await insertInvestor(pool, { name: "Backer", updatedAt: day(0) });
  for (let index = 0; index < 23; index++) {
    const company = companies[index] ?? first;
    await insertRound(pool, company, { announcedAt: day(index), round: index % 2 === 0 ? "seed" : "grant" }, [
      { id: backer.id, name: backer.name },
    ]);
    await insertDeal(pool, first, company === first ? second : company, { announcedAt: day(index) });
    await insertMove(pool, await insertPerson(pool, `Person ${index}`), company, { announcedAt: day(index) });
    if (index > 0) await insertInvestor(pool, { name: `Investor ${index}`, domain: null, updatedAt: day(index) });
  }
});
afterAll(() => service.stop());

async function account(credits: number, options: Partial<ClientOptions> = {}) {
  const { key, workspaceId } = await service.account(credits);
  const client = createClient({ baseUrl: service.url, apiKey: key, own: true, ...options });
  const charges = async () => {
    const { rows } = await service.database.pool.query<{ credits: number }>(
      "select -delta as credits from ledger where workspace_id = $1 and delta < 0 order by id",
      [workspaceId],
    );
    return rows.map((row) => Number(row.credits));
  };
  return { client, key, workspaceId, charges };
}

async function ids(from: AsyncIterable<{ id: string | null }>): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for await (const { id } of from) all.push(id);
  return all;
}

const FEED_NAMES: readonly FeedName[] = ["funding", "acquisitions", "execMoves", "companies", "investors"];

describe.each(FEED_NAMES)("%s", (feed) => {
  it("pages through all records without overlap or gap, each for one credit", async () => {
    const { client, charges } = await account(1_000);
    const whole = (await client.list(feed, {}, { limit: 100 })).records.map((record) => record.id);
    expect(new Set(whole).size).toBe(23);
    expect(await ids(client.iterate(feed, {}, { limit: 5 }))).toEqual(whole);
    expect(await ids(client.iterate(feed, {}, { limit: 7, maxRecords: 16 }))).toEqual(whole.slice(0, 16));
    expect(await charges()).toEqual([23, 5, 5, 5, 5, 3, 7, 7, 2]);
  });

  it("ends with an error when credits run out, not as if there were no more", async () => {
    const { client } = await account(8);
    const sizes: number[] = [];
    const read = async () => {
      for await (const page of client.pages(feed, {}, { limit: 5 })) sizes.push(page.records.length);
    };
    await expect(read()).rejects.toBeInstanceOf(OutOfCredits);
    expect(sizes).toEqual([5, 3]);
  });
});

describe("a page", () => {
  it("is filtered by a typed query, and reports its price and the balance", async () => {
    const { client } = await account(100);
    const page = await client.list(
      "funding",
      { round: ["seed"], countries: ["US"], since: "2026-01-03" },
      { limit: 2, includeTotal: true },
    );
    expect(page).toMatchObject({ hasMore: true, total: 8, creditsUsed: 2, creditsRemaining: 98, replayed: false });
    expect(page.records.map((record) => [record.round, record.company?.hqCountry?.code])).toEqual([
      ["seed", "US"],
      ["seed", "US"],
    ]);
    expect(page.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(page.rateLimit).toMatchObject({ policy: "burst", windowS: 60 });
  });

  it("is rejected rather than served without a filter that does not exist", async () => {
    const { client, charges } = await account(100);
    // @ts-expect-error the parameter is called round
    const requested = client.list("funding", { rounds: ["seed"] });
    await expect(requested).rejects.toMatchObject({ status: 400, code: "INVALID_INPUT", charged: "no" });
    await expect(requested).rejects.toThrow(/did you mean round\?/);
    expect(await charges()).toEqual([]);
  });
});

describe("a reader of companies who has caught up", () => {
  it("resumes from the last cursor, and gets only what has changed", async () => {
    const { client } = await account(1_000);
    const read = async (cursor: string | null) => {
      let reached = cursor;
      const names: (string | null)[] = [];
      for await (const page of client.pages("companies", {}, { cursor, limit: 10 })) {
        names.push(...page.records.map((record) => record.name));
        reached = page.nextCursor;
      }
      return { names, reached };
    };
    const all = await read(null);
    expect(all.names).toHaveLength(23);
    expect((await read(all.reached)).names).toEqual([]);
    const [, second] = companies;
    if (second === undefined) throw new Error("there are no companies");
    await updateCompany(service.database.pool, second, { description: "Makes louder engines." });
    expect((await read(all.reached)).names).toEqual([second.name]);
  });
});

describe("a timeline", () => {
  it("is found by each selector, with the requested kinds", async () => {
    const { client } = await account(1_000);
    const second = companies[1];
    for (const selector of [{ id: second?.id ?? "" }, { domain: "company1.example" }, { name: "company 1" }]) {
      const result = await client.timeline(selector);
      expect(result.timeline.company).toMatchObject({ id: second?.id, name: "Company 1" });
      expect(result.timeline.investors).toEqual([{ id: expect.any(String), name: "Backer" }]);
      expect(result.timeline.events.map((event) => event.kind).sort()).toEqual([
        "acquisition",
        "acquisition",
        "exec_move",
        "funding",
      ]);
      expect(result).toMatchObject({ creditsUsed: 5, eventsAvailable: 4 });
    }
    const { timeline } = await client.timeline({ domain: "company1.example" }, { include: ["funding", "exec_moves"] });
    expect(
      timeline.events.map(({ kind, funding, acquisition, execMove }) => [
        kind,
        funding?.round,
        acquisition,
        execMove?.role,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["funding", "grant", null, undefined],
        ["exec_move", undefined, null, "Chief Executive Officer"],
      ]),
    );
  });

  it("reports how many events there are when credits ran out, and an error for an unknown company", async () => {
    const { client, charges } = await account(3);
    await expect(client.timeline({ name: "Nobody" })).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await client.timeline({ domain: "company1.example" })).toMatchObject({
      eventsAvailable: 4,
      creditsUsed: 3,
      creditsRemaining: 0,
      timeline: { events: [{}, {}] },
    });
    await expect(client.timeline({ domain: "company1.example" })).rejects.toBeInstanceOf(OutOfCredits);
    expect(await charges()).toEqual([3]);
  });

  it("of many companies are returned in request order, with a status for those not served", async () => {
    const { client, charges } = await account(8);
    const requested = [
      { domain: "company2.example" },
      { name: "Nobody" },
      { name: "Company 3" },
      { name: "Company 4" },
    ];
    const batch = await client.timelines(requested);
    expect(batch.items.map(({ query, status, cost }) => ({ query, status, cost }))).toEqual([
      { query: requested[0], status: "served", cost: 4 },
      { query: requested[1], status: "not_found", cost: 0 },
      { query: requested[2], status: "served", cost: 4 },
      { query: requested[3], status: "skipped", cost: 0 },
    ]);
    expect(batch.items.map((item) => item.timeline?.company?.name)).toEqual([
      "Company 2",
      undefined,
      "Company 3",
      undefined,
    ]);
    expect(batch).toMatchObject({ creditsUsed: 8, creditsRemaining: 0 });
    expect(await charges()).toEqual([8]);
  });
});

describe("a rate limit", () => {
  it("is respected by waiting as long as the service says, and no longer", async () => {
    const { key } = await service.account(1_000, { limit: { perMinute: 60, burst: 1 } });
    const waits: number[] = [];
    const client = createClient({
      baseUrl: service.url,
      apiKey: key,
      sleep: (ms) => {
        waits.push(ms);
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    });
    for (let turn = 0; turn < 2; turn++) expect((await client.list("funding", {}, { limit: 1 })).creditsUsed).toBe(1);
    expect(waits).toHaveLength(1);
  });
});

describe("a lost response", () => {
  /** Starts a proxy between client and service that drops the first responses after the service has sent them. */
  async function dropResponses(count: number): Promise<TestServer & { readonly statuses: number[] }> {
    const statuses: number[] = [];
    const between = await startServer(async (request, response) => {
      const { host: _, connection: __, ...sent } = request.headers;
      // A body that fetch has decompressed can't be passed on with the headers of the compressed one.
      const headers = { ...sent, "accept-encoding": "identity" };
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const result = await fetch(`${service.url}${request.url}`, {
        method: request.method ?? "GET",
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      const body = await result.arrayBuffer();
      if (statuses.push(result.status) <= count) request.socket.destroy();
      else response.writeHead(result.status, Object.fromEntries(result.headers)).end(Buffer.from(body));
    });
    return { ...between, statuses };
  }

  const calls: [string, number, (client: Client) => Promise<{ replayed: boolean; creditsUsed: number }>][] = [
    ["a page", 7, (client) => client.list("funding", {}, { limit: 7 })],
    ["a timeline", 5, (client) => client.timeline({ domain: "company1.example" })],
    ["a batch", 8, (client) => client.timelines([{ name: "Company 5" }, { name: "Company 6" }])],
  ];

  it.each(calls)("of %s is charged once and served all the same", async (_, credits, call) => {
    const between = await dropResponses(2);
    try {
      const { client, charges } = await account(1_000, {
        baseUrl: between.url,
        idempotent: true,
        sleep: async () => {},
      });
      expect(await call(client)).toMatchObject({
        replayed: true,
        creditsUsed: credits,
        creditsRemaining: 1_000 - credits,
      });
      expect(between.statuses).toEqual([200, 200, 200]);
      expect(await charges()).toEqual([credits]);
    } finally {
      await between.stop();
    }
  });

  it("is not retried without a key, because that would be charged again", async () => {
    const between = await dropResponses(1);
    try {
      const { client, charges } = await account(1_000, { baseUrl: between.url, sleep: async () => {} });
      const caught: unknown = await client.list("funding", {}, { limit: 7 }).catch((error: unknown) => error);
      expect(caught).toBeInstanceOf(ApiProblem);
      expect(caught).toMatchObject({ reason: "broken", charged: "unknown" });
      expect(between.statuses).toEqual([200]);
      expect(await charges()).toEqual([7]);
    } finally {
      await between.stop();
    }
  });

  it("does not break the chain of cursors", async () => {
    const between = await dropResponses(1);
    try {
      const { client, charges } = await account(1_000, {
        baseUrl: between.url,
        idempotent: true,
        sleep: async () => {},
      });
      expect(new Set(await ids(client.iterate("acquisitions", {}, { limit: 10 }))).size).toBe(23);
      expect(await charges()).toEqual([10, 10, 3]);
    } finally {
      await between.stop();
    }
  });
});

describe("a request whose key is still in use", () => {
  it("waits until the first one has finished", async () => {
    const holder = await service.database.pool.connect();
    try {
      const waits: number[] = [];
      const { client, workspaceId, charges } = await account(100, {
        idempotent: true,
        sleep: async (ms) => {
          waits.push(ms);
          await holder.query("rollback");
        },
      });
      // This is the lock of a running request under this key.
      await holder.query("begin");
      await holder.query(
        "insert into idempotent_answers (workspace_id, key, fingerprint, at) values ($1, 'mine', '', now())",
        [workspaceId],
      );
      const page = await client.list("funding", {}, { limit: 4, idempotencyKey: "mine" });
      expect(page).toMatchObject({ creditsUsed: 4, replayed: false });
      expect(waits).toHaveLength(1);
      expect(await charges()).toEqual([4]);
    } finally {
      holder.release();
    }
  });
});
