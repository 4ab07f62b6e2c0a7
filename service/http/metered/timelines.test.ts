import { request } from "node:http";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "@/service/credits/ledger";
import { type ApiResponse, createApiClient, readBalance } from "../testing/api-client";
import { insertCompanies, insertDeal, insertMove, insertPerson, insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

interface Item {
  readonly query: unknown;
  readonly status: string;
  readonly cost: number;
  readonly timeline?: {
    readonly company: { readonly name: string };
    readonly events: readonly { readonly kind: string }[];
  };
}

let service: TestService;
let key: string;
let alderId: string;
const { request: sendRequest } = createApiClient<readonly Item[]>(ENDPOINTS.timelines, () => ({ service, key }));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  const [alder] = await insertCompanies(pool, [
    { name: "Alder", domain: "alder.example" },
    { name: "Bare", domain: "bare.example", socialHandle: "bare-co" },
  ]);
  if (alder === undefined) throw new Error("two companies were requested");
  alderId = alder.id;
  await insertRound(pool, alder);
  await insertDeal(pool, alder, "Stranger");
  await insertMove(pool, await insertPerson(pool), alder);
});
afterAll(() => service.stop());

/** Alder costs 4 credits, Bare costs 1, no one costs none. */
const ALDER = { name: "Alder" };
const BARE = { domain: "bare.example" };
const NOBODY = { name: "Nobody" };

async function post(
  companies: readonly unknown[],
  more: { as?: string; include?: readonly string[] } = {},
): Promise<ApiResponse<readonly Item[]>> {
  const { as = key, include } = more;
  return sendRequest("", { as, body: JSON.stringify({ companies, include }) });
}

/** Says how each company fared: `served 4`. */
function fates({ status, body }: ApiResponse<readonly Item[]>): string[] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map((item) => `${item.status} ${item.cost}`);
}

describe("200", () => {
  it("responds in request order, repeats each query as sent, and has a timeline for each served one", async () => {
    const companies = [
      BARE,
      NOBODY,
      { id: alderId.toUpperCase() },
      { domain: "https://www.Bare.example/about" },
      { socialUrl: "https://social.example/company/bare-co/" },
      { name: " alder, INC. " },
    ];
    const { status, body, headers } = await post(companies);
    expect(status).toBe(200);
    expect(body.map((item) => item.query)).toEqual(companies);
    expect(body.map((item) => item.timeline?.company.name)).toEqual([
      "Bare",
      undefined,
      "Alder",
      "Bare",
      "Bare",
      "Alder",
    ]);
    expect(body.map((item) => Object.keys(item).length)).toEqual([4, 3, 4, 4, 4, 4]);
    expect(fates(await post(companies))).toEqual([
      ...["served 1", "not_found 0", "served 4", "served 1", "served 1", "served 4"],
    ]);
    expect(headers.get("X-Credits-Used")).toBe("11");
    expect(headers.get("X-Events-Available")).toBeNull();
  });

  it("serves what one timeline serves", async () => {
    const response = await fetch(`${service.url}${ENDPOINTS.timeline.path}?name=Alder`, {
      headers: { "X-API-Key": key },
    });
    const [item] = (await post([ALDER])).body;
    expect(item?.timeline).toEqual((await response.json()).data);
  });

  it("includes only the requested kinds, in every timeline", async () => {
    const { body } = await post([ALDER, BARE, ALDER], { include: ["funding", "exec_moves", "funding"] });
    expect(body.map((item) => item.cost)).toEqual([3, 1, 3]);
    expect(body[0]?.timeline?.events.map((event) => event.kind).sort()).toEqual(["exec_move", "funding"]);
  });

  it("serves the same company twice and charges it twice", async () => {
    expect(fates(await post([BARE, BARE]))).toEqual(["served 1", "served 1"]);
  });

  it("takes 25 companies", async () => {
    expect(fates(await post(Array(25).fill(BARE)))).toEqual(Array(25).fill("served 1"));
  });

  it("reports its credits in headers and writes one ledger entry", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const { headers } = await post([ALDER, NOBODY, BARE], { as: own });
    expect(headers.get("X-Credits-Used")).toBe("5");
    expect(headers.get("X-Credits-Remaining")).toBe("45");
    const [use, ...others] = await readLedger(service.database.pool, workspaceId, 10);
    expect(use).toMatchObject({ requestId: headers.get("X-Request-Id"), endpoint: "companies.timeline", delta: -5 });
    expect(others).toHaveLength(1);
    expect(await readBalance(service, workspaceId)).toBe(45);
  });

  it("charges nothing and leaves no entry when none was found", async () => {
    const { key: own, workspaceId } = await service.account(50);
    expect(fates(await post([NOBODY, { domain: "nobody.example" }], { as: own }))).toEqual(
      Array(2).fill("not_found 0"),
    );
    expect(await readLedger(service.database.pool, workspaceId, 10)).toHaveLength(1);
  });
});

describe("200: too few credits for all", () => {
  it.each([
    ["end exactly", 6, [BARE, ALDER, BARE], ["served 1", "served 4", "served 1"]],
    ["end behind the second", 5, [BARE, ALDER, BARE], ["served 1", "served 4", "skipped 0"]],
    [
      "do not hold a whole timeline, so that nothing behind it is served",
      3,
      [BARE, ALDER, BARE],
      ["served 1", "skipped 0", "skipped 0"],
    ],
    ["do not hold the first", 3, [ALDER, BARE], ["skipped 0", "skipped 0"]],
    ["end before one who was not found", 4, [ALDER, BARE, NOBODY], ["served 4", "skipped 0", "skipped 0"]],
    ["end behind one who was not found", 1, [NOBODY, BARE, NOBODY], ["not_found 0", "served 1", "not_found 0"]],
  ])("%s", async (_, credits, companies, expected) => {
    const { key: poor, workspaceId } = await service.account(credits);
    const result = await post(companies, { as: poor });
    expect(fates(result)).toEqual(expected);
    expect(result.body.every((item) => (item.timeline !== undefined) === (item.status === "served"))).toBe(true);
    expect(result.body.map((item) => item.query)).toEqual(companies);
    const used = result.body.reduce((sum, item) => sum + item.cost, 0);
    expect(result.headers.get("X-Credits-Used")).toBe(String(used));
    expect(result.headers.get("X-Credits-Remaining")).toBe(String(credits - used));
    expect(await readBalance(service, workspaceId)).toBe(credits - used);
  });

  it("are shared by concurrent requests: no partial timeline, none unpaid", async () => {
    const { key: poor, workspaceId } = await service.account(22);
    const responses = await Promise.all(Array.from({ length: 8 }, () => post([BARE, ALDER, BARE], { as: poor })));
    const served = responses
      .filter(({ status }) => status === 200)
      .flatMap(({ body }) => body.map((item) => item.cost));
    expect(served.reduce((sum, cost) => sum + cost, 0)).toBe(22 - (await readBalance(service, workspaceId)));
    // The next one requested first costs 1, so nothing that anyone could still use is left.
    expect(await readBalance(service, workspaceId)).toBe(0);
  });
});

describe("400", () => {
  const ONE = "give exactly one of id, domain, name, socialUrl";

  it.each([
    ["", "the body is not valid JSON"],
    ["{companies:[]}", "the body is not valid JSON"],
    ['{"companies":[{"name":"Bare"}]', "the body is not valid JSON"],
    ["[]", "the body must be an object with companies, include; got a list"],
    ["null", "the body must be an object with companies, include; got null"],
    ["{}", "companies is missing; give 1 to 25 items"],
    ['{"companies":[]}', "companies must hold 1 to 25 items; got none"],
    ['{"companies":{"name":"Bare"}}', "companies must be a list of 1 to 25 items; got an object"],
    [JSON.stringify({ companies: Array(26).fill(BARE) }), "companies must hold 1 to 25 items; got 26"],
    [JSON.stringify({ companies: [BARE, {}] }), `companies[1]: ${ONE}; none was given`],
    [JSON.stringify({ companies: [BARE, BARE, { ...ALDER, ...BARE }] }), `companies[2]: ${ONE}; got domain and name`],
    [JSON.stringify({ companies: [{ id: "42" }, BARE] }), 'companies[0].id must be a UUID; got "42"'],
    [JSON.stringify({ companies: [BARE, { name: 5 }] }), "companies[1].name must be text; got 5"],
    [JSON.stringify({ companies: [BARE, { name: "" }] }), `companies[1].name must be a company's name; got ""`],
    [
      JSON.stringify({ companies: [BARE, "Bare"] }),
      'companies[1]: the item must be an object with id, domain, name, socialUrl; got "Bare"',
    ],
    [JSON.stringify({ companies: [BARE], include: "funding" }), 'include must be a list of strings; got "funding"'],
    [JSON.stringify({ companies: [BARE], include: [] }), "include is empty; give it a value or omit it"],
    [
      JSON.stringify({ companies: [BARE], include: ["deals"] }),
      'include must be one of funding, acquisitions, exec_moves; got "deals"',
    ],
    [
      JSON.stringify({ companies: [BARE], limit: 5 }),
      '"limit" is not a field of the body; use one of companies, include',
    ],
    [
      JSON.stringify({ companies: [BARE, { ...BARE, nam: 1 }] }),
      'companies[1]: "nam" is not a field of an item; did you mean name?',
    ],
  ])("%s is rejected with its own sentence, and nothing is served", async (body, message) => {
    const { key: own, workspaceId } = await service.account(30);
    const result = await sendRequest("", { as: own, body });
    expect(result).toMatchObject({ status: 400, body: { error: { code: "INVALID_INPUT", message } } });
    expect(await readBalance(service, workspaceId)).toBe(30);
  });

  it("for a name in Latin-1, which no company has", async () => {
    const result = await sendRequest("", { body: Buffer.from('{"companies":[{"name":"Caf\xe9"}]}', "latin1") });
    expect([result.status, result.body.error.message]).toEqual([400, "the body is not UTF-8"]);
  });

  it("for a parameter in the address, which would be ignored silently", async () => {
    const result = await sendRequest("include=funding", { body: JSON.stringify({ companies: [ALDER] }) });
    expect(result.status).toBe(400);
    expect(result.body.error.message).toBe(
      '"include" is not a parameter of POST /v1/companies/timeline; pass it in the body',
    );
  });
});

describe("402", () => {
  it("at a balance of 0, whether the companies are there or not", async () => {
    const { key: poor } = await service.account(0);
    for (const companies of [[BARE], [NOBODY]])
      expect(await post(companies, { as: poor })).toMatchObject({
        status: 402,
        body: { error: { code: "PAYMENT_REQUIRED" } },
      });
  });
});

describe("413", () => {
  const long = JSON.stringify({ companies: [BARE], more: "x".repeat(65 * 1024) });

  it("for a body over 64 kB, and nothing is served", async () => {
    const { key: own, workspaceId } = await service.account(30);
    const result = await sendRequest("", { as: own, body: long });
    expect(result).toMatchObject({ status: 413, body: { error: { code: "PAYLOAD_TOO_LARGE" } } });
    expect(await readBalance(service, workspaceId)).toBe(30);
  });

  it("also for one without a declared length", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { "X-API-Key": key, "Transfer-Encoding": "chunked" };
      const clientRequest = request(
        `${service.url}${ENDPOINTS.timelines.path}`,
        { method: "POST", headers },
        (response) => {
          response.resume().on("end", () => resolve(response.statusCode));
        },
      );
      clientRequest.on("error", reject);
      for (let from = 0; from < long.length; from += 4096) clientRequest.write(long.slice(from, from + 4096));
      clientRequest.end();
    });
    expect(status).toBe(413);
  });

  it("but not for one of just 64 kB", async () => {
    const [head, tail] = ['{"companies":[{"domain":"bare.example"}]', "}"];
    const body = `${head}${" ".repeat(64 * 1024 - head.length - tail.length)}${tail}`;
    expect(fates(await sendRequest("", { body }))).toEqual(["served 1"]);
  });
});
