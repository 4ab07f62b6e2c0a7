/**
 * Requests at random, made from the published OpenAPI document and checked against it: no failure of the service, every
 * response by its schema with no other field, what the document rejects is rejected and what it allows is not, and
 * no rejection is charged.
 */

import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { MAX_ADDRESS_BYTES } from "@dealflow/contract/errors";
import { API_KEY_HEADER, CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBalance } from "@/service/credits/ledger";
import { insertCompany, insertDeal, insertInvestor, insertMove, insertPerson, insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";
import { type ArbitraryRequest, arbitraryRequests } from "./arbitrary-requests";
import type { ExistingData } from "./existing-data";
import { conforms } from "./json-schema";
import { type Operation, type Published, readPublished } from "./published";
import { getItems, type Verdict, validateBody, validateQuery } from "./request-validation";
import { explained, LONG, print, TIMEOUT_MS } from "./testing";

const SEED = 11;
const CASES = LONG ? 20_000 : 100;
const CREDITS = 10_000_000;

let service: TestService;
let published: Published;
let account: { workspaceId: string; key: string };
let known: ExistingData;

beforeAll(async () => {
  service = await testService();
  account = await service.account(CREDITS);
  const { pool } = service.database;
  const names = ["Quorvane", "Älder & Søn GmbH", "%_\\", "名前"];
  const companies = [];
  for (const [index, name] of names.entries())
    companies.push(
      await insertCompany(pool, {
        name,
        domain: `company${index}.example`,
        socialHandle: "quorvane",
        foundedYear: 2000 + index,
      }),
    );
  const [first, second] = companies;
  if (first === undefined || second === undefined) throw new Error("there are companies");
  const investor = await insertInvestor(pool);
  await insertInvestor(pool, {
    name: "Ψ",
    type: null,
    hqCountry: null,
    domain: null,
    firstSeenAt: null,
    lastSeenAt: null,
  });
  const person = await insertPerson(pool);
  for (const company of [...companies, 'Unresolved\t"Ltd"']) {
    await insertRound(pool, company, { round: null, amountUsdCents: null }, [{ id: investor.id, name: investor.name }]);
    await insertRound(pool, company);
    await insertMove(pool, person, company, { roleSeniority: null, fromCompany: "Elsewhere" });
    await insertDeal(pool, company, "Target");
  }
  await insertDeal(pool, first, second, { isMerger: true, amountUsdCents: 1 });
  published = readPublished(await (await fetch(`${service.url}/openapi.json`)).json());
  const cursors = new Map<string, string>();
  for (const { id, method, path, parameters } of published.operations)
    if (method === "GET" && parameters.some(({ name }) => name === "cursor")) cursors.set(id, await firstCursor(path));
  const ids = [...companies.map((company) => company.id), person.id];
  known = { ids, names, domains: companies.flatMap(({ domain }) => domain ?? []), cursors };
});
afterAll(() => service.stop());

async function firstCursor(path: string): Promise<string> {
  const response = await fetch(`${service.url}${path}?limit=1`, { headers: { [API_KEY_HEADER]: account.key } });
  const body: { pagination: { nextCursor: string | null } } = await response.json();
  return body.pagination.nextCursor ?? "none";
}

function getOperation(operationId: string): Operation {
  const found = published.operations.find(({ id }) => id === operationId);
  return found ?? expect.fail(`there is no operation ${operationId}`);
}

interface FuzzResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

let clientRequest = 0;

/** Two requests under one idempotency key would be rejected rightly: each valid one becomes a key that no other request has. */
function ownKeys({ headers: described }: Operation, headers: ArbitraryRequest["headers"]): Record<string, string> {
  clientRequest++;
  const keys = described.flatMap(({ name, schema }) => {
    const given = headers[name];
    return given !== undefined && conforms(given, schema, published.resolve)
      ? [[name, `${clientRequest}:${given}`]]
      : [];
  });
  return { ...headers, ...Object.fromEntries(keys) };
}

async function send({ operationId, method, query, body, chunked, headers }: ArbitraryRequest): Promise<FuzzResponse> {
  const operation = getOperation(operationId);
  const given = method === operation.method ? body : undefined;
  const stream = given !== undefined && chunked ? new Blob([given]).stream() : given;
  const init = {
    method,
    headers: { ...ownKeys(operation, headers), [API_KEY_HEADER]: account.key },
    ...(stream === undefined ? {} : { body: stream, duplex: "half" }),
  };
  const response = await fetch(`${service.url}${operation.path}${query === "" ? "" : `?${query}`}`, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function getVerdict({ operationId, method, query, body, headers }: ArbitraryRequest): Verdict {
  const operation = getOperation(operationId);
  const underTest = { operation, resolve: published.resolve, cursor: known.cursors.get(operation.id) ?? "" };
  const bad = operation.headers.some(({ name, schema }) => {
    const given = headers[name];
    return given !== undefined && !conforms(given, schema, published.resolve);
  });
  if (query.length > MAX_ADDRESS_BYTES) return "too large";
  if (method !== operation.method) return "other method";
  const verdict = body === undefined ? validateQuery(underTest, query) : validateBody(underTest, body);
  return bad && verdict !== "too large" ? "invalid" : verdict;
}

/** Statuses that a request may get, by what the document states about it. */
const ALLOWED: Readonly<Record<Verdict, readonly number[]>> = {
  valid: [200, 404],
  invalid: [400],
  either: [200, 400, 404],
  "too large": [413, 431],
  "other method": [405],
};

const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);

/** The response as the document and as the contract have it, with no other field. */
function expectMatchesSchema(operation: Operation, { status, headers, body }: FuzzResponse): void {
  const endpoint = endpoints.find(({ method, path }) => method === operation.method && path === operation.path);
  const response = operation.responses.get(status);
  for (const schema of [response?.body, endpoint?.responses[status]])
    (schema ?? expect.fail(`status ${status} is not described`)).parse(body);
  for (const [name, { schema }] of Object.entries(response?.headers ?? {})) {
    const given = headers.get(name);
    const value = schema.type === "integer" ? Number(given) : given;
    if (given !== null) expect(conforms(value, schema, published.resolve), `${name}: ${given}`).toBe(true);
  }
}

describe("requests at random", () => {
  it(
    `get the documented responses, ${CASES} of them`,
    async () => {
      const { balance } = await readBalance(service.database.pool, account.workspaceId);
      let charged = 0;
      const counts = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(arbitraryRequests(published.operations, published.resolve, known), async (request) => {
          const response = await send(request);
          const used = Number(response.headers.get(CREDITS_USED_HEADER) ?? 0);
          charged += used;
          const verdict = getVerdict(request);
          const outcome = `${verdict}: ${response.status}`;
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          expectMatchesSchema(getOperation(request.operationId), response);
          expect(ALLOWED[verdict], explained(service, response.status, response.body)).toContain(response.status);
          if (response.status !== 200) expect(used).toBe(0);
          if (Array.isArray(response.body) && request.body !== undefined)
            expect(response.body.map((item) => item.query)).toEqual(
              getItems(JSON.parse(request.body.replace(/^\uFEFF/, ""))),
            );
        }),
        { seed: SEED, numRuns: CASES },
      );
      print(
        `${CASES} requests at random: ${[...counts]
          .map(([outcome, count]) => `${count} ${outcome}`)
          .sort()
          .join(", ")}`,
      );
      for (const outcome of ["valid: 200", "invalid: 400"]) expect(counts.get(outcome)).toBeGreaterThan(CASES / 4);
      expect(await readBalance(service.database.pool, account.workspaceId)).toMatchObject({
        balance: balance - charged,
      });
    },
    TIMEOUT_MS,
  );
});
