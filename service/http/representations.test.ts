/** Tests how responses are delivered: compressed, revalidated, without a body, to pages of other origins. */

import { request as sendHttp } from "node:http";
import { gunzipSync } from "node:zlib";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS } from "@/lib/describe/documents";
import { createApiClient, readBalance } from "./testing/api-client";
import { ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "./testing/each-endpoint";
import { insertCompanies } from "./testing/fixtures";
import { type TestAccount, type TestService, testService } from "./testing/service";

let service: TestService;
let open: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  open = await testService(service, { corsOrigins: ["https://app.example.com"] });
  account = await service.account(10_000);
  await insertOfEach(service.database.pool);
  await insertCompanies(
    service.database.pool,
    Array.from({ length: 20 }, (_, index) => ({ name: `Company ${index}`, domain: `company-${index}.example` })),
  );
});
afterAll(async () => {
  await open.stop();
  await service.stop();
});

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Returns the bytes on the wire, because `fetch` would decompress them. */
function send(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    sendHttp(`${service.url}${path}`, { method, headers: { "X-API-Key": account.key, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

describe("gzip", () => {
  it("is used for records when it is accepted, and the records are the same", async () => {
    const [plain, packed] = [
      await send("/v1/companies"),
      await send("/v1/companies", { "Accept-Encoding": "br;q=1.0, gzip;q=0.8" }),
    ];
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("Accept-Encoding");
    expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    const records = (body: Buffer) => JSON.parse(body.toString()).data;
    expect(records(gunzipSync(packed.body))).toEqual(records(plain.body));
  });

  it.each(["identity", "gzip;q=0", "gzip;q=0.0, br", "gzip;q=0, *", "*, GZIP ; Q=0", "deflate"])(
    "is not used for %s",
    async (accepted) => {
      const { headers } = await send("/v1/companies", { "Accept-Encoding": accepted });
      expect(headers["content-encoding"]).toBeUndefined();
    },
  );

  it.each(["*", "identity, *;q=0.5", "*;q=0, gzip"])("is used for %s", async (accepted) => {
    const { headers } = await send("/v1/companies", { "Accept-Encoding": accepted });
    expect(headers["content-encoding"]).toBe("gzip");
  });

  it("is not used for what is small", async () => {
    const { headers, body } = await send("/v1/companies?domain=nobody.example", { "Accept-Encoding": "gzip" });
    expect([headers["content-encoding"], body.length < 1_024]).toEqual([undefined, true]);
  });

  it("does not change what an idempotency key replays", async () => {
    const headers = { "Idempotency-Key": "packed", "Accept-Encoding": "gzip" };
    const first = gunzipSync((await send("/v1/companies", headers)).body);
    expect(gunzipSync((await send("/v1/companies", headers)).body).equals(first)).toBe(true);
    expect((await send("/v1/companies", { "Idempotency-Key": "packed" })).body.equals(first)).toBe(true);
  });

  it.each([
    ["gzip", 'the body is encoded as "gzip"; send it uncompressed'],
    ["Identity", "companies is missing; give 1 to 25 items"],
  ])("is not understood in a request, which says so (%s)", async (encoding, message) => {
    const response = await fetch(`${service.url}${ENDPOINTS.timelines.path}`, {
      method: "POST",
      headers: { "X-API-Key": account.key, "Content-Encoding": encoding },
      body: "{}",
    });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toBe(message);
  });
});

describe.each(Object.values(DOCUMENTS))("$path", ({ path }) => {
  it("is compressed, revalidated, open to every origin, and has a HEAD", async () => {
    const { status, headers, body } = await send(path, { "Accept-Encoding": "gzip" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "public, max-age=300" });
    const plain = await send(path);
    const text = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    expect(text.equals(plain.body)).toBe(true);
    expect(headers["content-encoding"]).toBe(plain.body.length >= 1_024 ? "gzip" : undefined);
    const tag = String(headers.etag);
    const again = await send(path, { "If-None-Match": tag });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, tag, 0]);
    expect((await send(path, { "If-None-Match": '"another"' })).status).toBe(200);
    const head = await send(path, {}, "HEAD");
    expect([head.status, head.headers.etag, head.body.length]).toEqual([200, tag, 0]);
  });
});

describe.each(ENDPOINT_NAMES.filter((name) => name !== "timelines"))("HEAD %s", (name) => {
  const path = `${ENDPOINTS[name].path}?${EXAMPLES[name].query}`;

  it("has the headers of a response, sells nothing, and checks key and input", async () => {
    const before = await readBalance(service, account.workspaceId);
    const { status, headers, body } = await send(path, {}, "HEAD");
    expect([status, headers["content-type"], body.length]).toEqual([200, "application/json", 0]);
    expect(headers).toMatchObject({ "x-credits-used": "0", "x-credits-remaining": String(before) });
    expect((await send(path, { "X-API-Key": "none" }, "HEAD")).status).toBe(401);
    expect((await send(`${path}&nonsense=1`, {}, "HEAD")).status).toBe(400);
    expect(await readBalance(service, account.workspaceId)).toBe(before);
  });

  it("is 402 without credits, like GET", async () => {
    const { key } = await service.account(0);
    const { status, headers } = await send(path, { "X-API-Key": key }, "HEAD");
    expect([status, headers["x-credits-remaining"]]).toEqual([402, "0"]);
  });

  it("is the same path with a slash at its end", async () => {
    const { status } = await send(path.replace("?", "/?"), {}, "HEAD");
    expect(status).toBe(200);
    const records = createApiClient(ENDPOINTS[name], () => ({ service, key: account.key }));
    expect((await send(path.replace("?", "/?"))).status).toBe((await records.request(EXAMPLES[name].query)).status);
  });
});

describe("pages of other origins", () => {
  const preflight = (at: TestService, origin: string) =>
    fetch(`${at.url}/v1/companies`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "X-API-Key",
      },
    });

  it("may not call the API unless the operator lists their origin", async () => {
    expect((await preflight(service, "https://app.example.com")).status).toBe(401);
    expect((await preflight(open, "https://other.example.com")).headers.has("Access-Control-Allow-Origin")).toBe(false);
    const allowed = await preflight(open, "https://app.example.com");
    expect([allowed.status, allowed.headers.get("Access-Control-Allow-Origin")]).toEqual([
      204,
      "https://app.example.com",
    ]);
    expect(allowed.headers.get("Access-Control-Allow-Headers")).toBe("X-API-Key,Idempotency-Key,Content-Type");
  });

  it("read records, errors and their headers", async () => {
    for (const [query, status] of [
      ["limit=1", 200],
      ["limit=0", 400],
    ] as const) {
      const response = await fetch(`${open.url}/v1/companies?${query}`, {
        headers: { Origin: "https://app.example.com", "X-API-Key": account.key },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://app.example.com");
      expect(response.headers.get("Access-Control-Expose-Headers")).toContain("X-Credits-Remaining");
    }
  });
});
