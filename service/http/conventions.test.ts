/** Tests what holds for every endpoint alike (interface, Conventions, Authentication, Errors). */
import { request } from "node:http";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import { errorEnvelope } from "@dealflow/contract/records/envelopes";
import { QUERY_CASES } from "@dealflow/contract/testing/query-cases";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateApiKey } from "@/service/accounts/api-key";
import { revokeKey } from "@/service/accounts/keys";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { readLedger } from "@/service/credits/ledger";
import { createApiClient, readBalance } from "./testing/api-client";
import { createExample, ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "./testing/each-endpoint";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
const getContext = () => ({ service, key });

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
  await insertOfEach(service.database.pool);
});
afterAll(() => service.stop());

describe.each(ENDPOINT_NAMES)("%s", (name) => {
  const { path, name: operation } = ENDPOINTS[name];
  const { cost } = EXAMPLES[name];
  const example = createExample(name, getContext);

  it("200: charges its records, in one entry of the ledger under the request's id", async () => {
    const { key: own, keyId, workspaceId } = await service.account(50);
    const { status, headers } = await example({ as: own });
    expect(status).toBe(200);
    expect(headers.get("X-Credits-Used")).toBe(String(cost));
    expect(headers.get("X-Credits-Remaining")).toBe(String(50 - cost));
    expect(await readBalance(service, workspaceId)).toBe(50 - cost);
    const [use, grant, ...more] = await readLedger(service.database.pool, workspaceId, 10);
    expect(use).toMatchObject({ requestId: headers.get("X-Request-Id"), endpoint: operation, delta: -cost });
    expect([grant?.delta, more]).toEqual([50, []]);
    const { rows } = await service.database.pool.query("select key_id from ledger where request_id = $1", [
      use?.requestId,
    ]);
    expect(rows).toEqual([{ key_id: keyId }]);
  });

  it("400: an unknown parameter, and nothing is charged", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const { status, body, headers } = await example({ as: own, query: "nonsense=1" });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^"nonsense" is not a parameter of /);
    expect(headers.get("X-Credits-Remaining")).toBe("50");
    expect(await readBalance(service, workspaceId)).toBe(50);
  });

  it.each([
    ["without a key", null, "the header X-API-Key is missing"],
    ["for an empty key", "", /is not valid: it is mistyped, unknown or revoked$/],
    ["for a malformed key", "df_live_short", /^the key in X-API-Key is not valid/],
    ["for a key with a wrong checksum", `df_live_${"a".repeat(36)}`, /^the key in X-API-Key is not valid/],
    ["for a key that nobody has", generateApiKey(), /^the key in X-API-Key is not valid/],
  ])("401: %s", async (_, as, message) => {
    await service.database.pool.query("delete from bad_keys");
    const { status, body, headers } = await example({ as });
    expect([status, body.error.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(headers.get("WWW-Authenticate")).toBe('ApiKey header="X-API-Key"');
    expect(body.error.message).toMatch(message);
  });

  it("401: for a revoked key, and before any check of the input", async () => {
    const { keyId, key: revoked, workspaceId } = await service.account(5);
    await revokeKey(service.database.pool, workspaceId, keyId, new Date());
    expect((await example({ as: revoked })).status).toBe(401);
    expect((await example({ as: revoked, query: "nonsense=1" })).status).toBe(401);
  });

  it("402: at a balance of 0; input errors come first", async () => {
    const { key: poor } = await service.account(0);
    const { status, body, headers } = await example({ as: poor });
    expect([status, body.error.code]).toEqual([402, "PAYMENT_REQUIRED"]);
    expect(headers.get("X-Credits-Remaining")).toBe("0");
    expect((await example({ as: poor, query: "nonsense=1" })).status).toBe(400);
  });

  it("403: for a blocked workspace, at every endpoint", async () => {
    const { key: blocked, workspaceId } = await service.account(5);
    await updateWorkspace(service.database.pool, workspaceId, { blocked: true });
    for (const query of [EXAMPLES[name].query, "nonsense=1"]) {
      const { status, body } = await example({ as: blocked, query });
      expect([status, body.error]).toEqual([
        403,
        { code: "FORBIDDEN", message: "the operator has blocked this workspace" },
      ]);
    }
    expect(await readBalance(service, workspaceId)).toBe(5);
  });

  it("404: below its path there is nothing; without a key not even that is revealed", async () => {
    const sendRequest = async (headers: HeadersInit) => {
      const response = await fetch(`${service.url}${path}/nothing`, { headers });
      return [response.status, errorEnvelope.parse(await response.json()).error.code];
    };
    expect(await sendRequest({ "X-API-Key": key })).toEqual([404, "NOT_FOUND"]);
    expect(await sendRequest({})).toEqual([401, "UNAUTHORIZED"]);
  });

  it("405: with Allow for every other method, and charges nothing", async () => {
    const { key: own, workspaceId } = await service.account(5);
    const allowed = name.startsWith("timeline") ? ["GET", "POST"] : ["GET"];
    const header = allowed.join(", ").replace("GET", "GET, HEAD");
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((one) => !allowed.includes(one))) {
      const response = await fetch(`${service.url}${path}`, { method: other, headers: { "X-API-Key": own } });
      expect([response.status, response.headers.get("Allow")]).toEqual([405, header]);
      expect(errorEnvelope.parse(await response.json()).error.message).toBe(
        `${other} is not allowed on ${path}; use ${allowed.join(" or ")}`,
      );
    }
    expect(await readBalance(service, workspaceId)).toBe(5);
  });

  it("413: for a body over 64 kB", async () => {
    const { status, body } = await example({ method: "POST", body: "x".repeat(65 * 1024) });
    expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(body.error.message).toBe("the body has 66560 bytes; the maximum is 65536");
  });

  it("429: over the workspace's limit, and nothing is charged", async () => {
    const { key: own, workspaceId } = await service.account(50, { limit: { perMinute: 1, burst: 1 } });
    expect((await example({ as: own })).status).toBe(200);
    const { status, body, headers } = await example({ as: own });
    expect([status, body.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await readBalance(service, workspaceId)).toBe(50 - cost);
  });

  it("431: for an address over 64 kB", async () => {
    const { status, body } = await example({ query: "round=seed&".repeat(7000) });
    expect([status, body.error.code]).toEqual([431, "HEADERS_TOO_LARGE"]);
  });
});

describe.each(FEED_NAMES)("%s: 400 for each parameter, with a sentence about what is allowed", (name) => {
  const { request: sendRequest, expectRejected } = createApiClient(ENDPOINTS[name], getContext);

  it.each(Object.keys(QUERY_CASES[name]))("%s", async (parameter) => {
    const { rejects: refuses, accepts: takes } = QUERY_CASES[name][parameter] ?? expect.fail();
    for (const [query, message] of refuses) await expectRejected(query, message);
    // A cursor that is none of ours is the service's to reject.
    if (parameter === "cursor") return;
    for (const [query] of takes) expect((await sendRequest(query)).status, query).toBe(200);
  });

  it("reports several errors in one message, up to a limit", async () => {
    await expectRejected("limit=0&nonsense=1", /"nonsense" is not a parameter/);
    const wrong = Array.from({ length: 8 }, (_, index) => `wrong${index}=1`);
    await expectRejected(wrong.join("&"), /^"wrong0" is not .*"wrong4" is not .*; and 3 more$/);
    await expectRejected("domain=%00", "domain contains an invalid character");
    await expectRejected("limit=5&limit=6", "limit is given 2 times; pass it once");
  });
});

describe("a workspace that the operator blocks", () => {
  it("is rejected within a second also where its key is cached, and served again when it is unblocked", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const example = createExample("funding", getContext);
    const status = async () => (await example({ as: own })).status;
    expect(await status()).toBe(200);
    await updateWorkspace(service.database.pool, workspaceId, { blocked: true });
    await expect.poll(status, { timeout: 10_000 }).toBe(403);
    await updateWorkspace(service.database.pool, workspaceId, { blocked: false });
    await expect.poll(status, { timeout: 10_000 }).toBe(200);
  });
});

describe("an address", () => {
  it("may name all industries in one request", async () => {
    const { request: sendRequest } = createApiClient(ENDPOINTS.funding, getContext);
    const all = new URLSearchParams(INDUSTRIES.map((label) => ["industryGroups", label]));
    expect((await sendRequest(String(all))).status).toBe(200);
  });

  it("431 in the envelope for headers beyond what is read at all", async () => {
    const result = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { "X-Long": "x".repeat(300 * 1024) };
      const clientRequest = request(`${service.url}${ENDPOINTS.funding.path}`, { headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
      clientRequest.on("error", reject);
      clientRequest.end();
    });
    expect(result.status).toBe(431);
    expect(errorEnvelope.parse(JSON.parse(result.text)).error.code).toBe("HEADERS_TOO_LARGE");
  });
});

describe("the log", () => {
  it("names every request by its id and never a key", async () => {
    const { headers } = await createExample("funding", getContext)();
    const id = headers.get("X-Request-Id") ?? "";
    expect(service.logged.some((line) => line.includes(id))).toBe(true);
    await fetch(`${service.url}/v1/${key}?key=${key}`, { headers: { "X-API-Key": key } });
    expect(service.logged.join("")).toContain("/v1/df_live_…");
    expect(service.logged.join("")).not.toContain(key);
  });
});
