/** Tests the client against simulated foreign hosts. */
import { inspect } from "node:util";
import { FEEDS } from "@dealflow/contract/feeds";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterEach, describe, expect, it } from "vitest";
import { startServer } from "@/lib/server/testing/dashboard";
import { createClient } from "./client";
import { ApiProblem, OutOfCredits } from "./problem";
import type { ClientOptions } from "./request-sender";
import { errorBody, type ForeignHost, foreignHost, json, KEY, listResponse, type ResponseHandler } from "./testing";

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function host(respond: ResponseHandler, options?: Partial<ClientOptions>): Promise<ForeignHost> {
  const created = await foreignHost(respond, options);
  running.push(created);
  return created;
}

/** Returns the error thrown when listing funding events. */
async function problem({ client }: ForeignHost): Promise<ApiProblem> {
  const caught = await client.list("funding", {}).catch((error: unknown) => error);
  if (caught instanceof ApiProblem) return caught;
  throw new Error(`a problem was expected, and there was ${inspect(caught)}`);
}

const UNKNOWN_COST = "This may have been charged; check your balance.";

describe("a request", () => {
  it("is sent to the path of the feed with the query and the key", async () => {
    const { client, received } = await host(({ response }) => json(response, 200, listResponse([])));
    await client.list("funding", { round: ["seed", "series-a"], minAmountUsd: 1e6 }, { limit: 5, includeTotal: true });
    await client.list("companies", { sort: "prominence" }, { cursor: "a b" });
    await client.list("investors", {}, { cursor: null });
    expect(received.map(({ request }) => request.url)).toEqual([
      `${FEEDS.funding.path}?round=seed&round=series-a&minAmountUsd=1000000&limit=5&includeTotal=true`,
      `${FEEDS.companies.path}?sort=prominence&cursor=a+b`,
      FEEDS.investors.path,
    ]);
    expect(received[0]?.request).toMatchObject({ method: "GET", headers: { "x-api-key": KEY } });
    expect(received[0]?.request.headers).not.toHaveProperty("idempotency-key");
  });

  it("names a company by its selector, and many in a body", async () => {
    const { client, received } = await host(({ request, response }) =>
      json(response, 200, request.method === "GET" ? { data: { events: [] } } : []),
    );
    await client.timeline({ domain: "okovia.example" }, { include: ["funding", "exec_moves"] });
    await client.timeline({ name: "Okovia" });
    await client.timelines([{ id: "1" }, { socialUrl: "okovia" }], { include: ["funding"] });
    await client.timelines([{ name: "Okovia" }], { idempotencyKey: "k1" });
    expect(received.map(({ request, body }) => [request.method, request.url, body])).toEqual([
      ["GET", `${TIMELINE_PATH}?domain=okovia.example&include=funding&include=exec_moves`, ""],
      ["GET", `${TIMELINE_PATH}?name=Okovia`, ""],
      ["POST", TIMELINE_PATH, '{"companies":[{"id":"1"},{"socialUrl":"okovia"}],"include":["funding"]}'],
      ["POST", TIMELINE_PATH, '{"companies":[{"name":"Okovia"}]}'],
    ]);
    expect(received[2]?.request.headers["content-type"]).toBe("application/json");
    expect(received[3]?.request.headers["idempotency-key"]).toBe("k1");
  });

  it("is resolved below the path of the base address, with or without a slash", async () => {
    for (const ending of ["/api", "/api/"]) {
      const { url, received } = await host(({ response }) => json(response, 200, listResponse([])));
      await createClient({ baseUrl: `${url}${ending}`, apiKey: KEY }).list("funding", {});
      expect(received[0]?.request.url).toBe(`/api${FEEDS.funding.path}`);
    }
  });

  it("uses the given fetch", async () => {
    const requested: string[] = [];
    const client = createClient({
      baseUrl: "https://api.example",
      apiKey: KEY,
      fetch: async (address) => {
        requested.push(String(address));
        return Response.json(listResponse([]));
      },
    });
    await client.list("acquisitions", {});
    expect(requested).toEqual([`https://api.example${FEEDS.acquisitions.path}`]);
  });
});

describe("a response", () => {
  it("is read with its headers", async () => {
    const { client } = await host(({ response }) =>
      json(response, 200, listResponse([{ id: "a", round: "series_a", novelty: 1 }], "c", { total: 7 }), {
        "X-Request-Id": "0192-ab",
        RateLimit: '"burst";r=19;t=1',
        "RateLimit-Policy": '"burst";q=20;w=60',
      }),
    );
    expect(await client.list("funding", {})).toEqual({
      records: [expect.objectContaining({ id: "a", round: "series-a", novelty: 1, amountUsd: null, investors: [] })],
      hasMore: true,
      nextCursor: "c",
      total: 7,
      creditsUsed: 1,
      creditsRemaining: 500,
      requestId: "0192-ab",
      rateLimit: { policy: "burst", remaining: 19, resetS: 1, quota: 20, windowS: 60 },
      replayed: false,
    });
  });

  it("that does not report credits costs what the API charges", async () => {
    const timeline = { company: { name: "Okovia" }, events: [{ kind: "funding", funding: { id: "f" } }, {}] };
    const { client } = await host(({ request, response }) => {
      if (request.url === FEEDS.funding.path) json(response, 200, { data: [{ id: "a" }, { id: "b" }] });
      else if (request.method === "GET") json(response, 200, { data: timeline });
      else json(response, 200, [{ status: "served", timeline }, { status: "skipped" }]);
    });
    const unstated = { creditsRemaining: null, requestId: null, rateLimit: null };
    expect(await client.list("funding", {})).toMatchObject({ ...unstated, creditsUsed: 2, hasMore: false });
    expect(await client.timeline({ name: "Okovia" })).toMatchObject({ ...unstated, creditsUsed: 3 });
    expect(await client.timelines([{ name: "Okovia" }, { name: "Quorvane" }])).toMatchObject({
      ...unstated,
      creditsUsed: 3,
      items: [
        { query: {}, status: "served", cost: null },
        { status: "skipped", timeline: null },
      ],
    });
  });

  it("with a timeline has every field of every event", async () => {
    const event = { kind: "acquisition", date: "2026-01-01T00:00:00.000Z", acquisition: { id: "q", target: {} } };
    const { client } = await host(({ response }) =>
      json(
        response,
        200,
        { success: true, data: { company: {}, events: [event] }, meta: { creditsUsed: 2, creditsRemaining: 0 } },
        { "X-Events-Available": "5" },
      ),
    );
    expect(await client.timeline({ id: "1" })).toMatchObject({
      eventsAvailable: 5,
      creditsUsed: 2,
      creditsRemaining: 0,
      timeline: {
        company: { name: null, verticals: [] },
        investors: [],
        events: [{ ...event, funding: null, execMove: null, acquisition: { id: "q", acquirer: null, sources: [] } }],
      },
    });
  });

  it("of a batch is invalid when an item is missing, because items are matched by position", async () => {
    const { client } = await host(({ response }) => json(response, 200, [{ status: "served" }, null]));
    await expect(client.timelines([{ id: "1" }, { id: "2" }])).rejects.toMatchObject({ reason: "unreadable" });
  });

  it("that is replayed has the current balance, and the original charge", async () => {
    const { client } = await host(({ response }) =>
      json(response, 200, listResponse([{ id: "a" }]), {
        "Idempotent-Replayed": "true",
        "X-Credits-Used": "0",
        "X-Credits-Remaining": "3",
      }),
    );
    expect(await client.list("funding", {}, { idempotencyKey: "k" })).toMatchObject({
      replayed: true,
      creditsUsed: 1,
      creditsRemaining: 3,
    });
  });
});

describe("an error response", () => {
  it.each(["PAYMENT_REQUIRED", "INSUFFICIENT_CREDITS"])("402 %s is the same error", async (code) => {
    const rejecting = await host(({ response }) => json(response, 402, errorBody(code, "no credits left")));
    const caught = await problem(rejecting);
    expect(caught).toBeInstanceOf(OutOfCredits);
    expect(caught).toMatchObject({ name: "OutOfCredits", status: 402, code, charged: "no", requestId: "req-1" });
    expect(caught.message).toBe("no credits left");
    expect(rejecting.received).toHaveLength(1);
  });

  it("402 without an envelope, and the code under another status, mean the same", async () => {
    expect(await problem(await host(({ response }) => response.writeHead(402).end()))).toBeInstanceOf(OutOfCredits);
    const other = await host(({ response }) => json(response, 403, errorBody("INSUFFICIENT_CREDITS")));
    expect(await problem(other)).toBeInstanceOf(OutOfCredits);
  });

  it.each([
    [400, "INVALID_INPUT"],
    [401, "UNAUTHORIZED"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [409, "CONFLICT"],
  ])("%i %s is thrown immediately with the API's message", async (status, code) => {
    const rejecting = await host(({ response }) => json(response, status, errorBody(code, `why ${code}`)));
    const caught = await problem(rejecting);
    expect(caught).not.toBeInstanceOf(OutOfCredits);
    expect(caught).toMatchObject({ reason: "refusal", status, code, message: `why ${code}`, charged: "no" });
    expect(rejecting.received).toHaveLength(1);
    expect(rejecting.waits).toEqual([]);
  });

  it("with a 5xx may have been charged, unless it is our own service's or says that it was not", async () => {
    const failing: ResponseHandler = ({ response }) => json(response, 500, errorBody("INTERNAL_ERROR"));
    expect(await problem(await host(failing))).toMatchObject({ charged: "unknown" });
    expect(await problem(await host(failing, { own: true }))).toMatchObject({ charged: "no" });
    const free = await host(({ response }) => json(response, 500, errorBody("X"), { "X-Credits-Used": "0" }));
    expect(await problem(free)).toMatchObject({ charged: "no" });
  });
});

describe("a response outside the API's format", () => {
  it.each<[string, ResponseHandler, Partial<ApiProblem>]>([
    ["an HTML page", ({ response }) => response.end("<!doctype html>"), { reason: "unreadable", status: 200 }],
    ["half a JSON", ({ response }) => response.end('{"success":true,"da'), { reason: "unreadable", status: 200 }],
    ["another JSON", ({ response }) => json(response, 200, { ok: 1 }), { reason: "unreadable", status: 200 }],
    ["an HTML error", ({ response }) => response.writeHead(500).end("<h1>"), { reason: "unreadable", status: 500 }],
    ["nothing", ({ response }) => response.writeHead(204).end(), { reason: "unreadable", status: 204 }],
  ])("%s", async (_, respond, expected) => {
    const malformed = await host(respond);
    const caught = await problem(malformed);
    expect(caught).toMatchObject({ ...expected, code: "UNREADABLE", charged: "unknown" });
    expect(caught.message).toContain(UNKNOWN_COST);
    expect(malformed.received).toHaveLength(1);
  });

  it("a redirect is not followed, so the key is not sent elsewhere", async () => {
    let reached = 0;
    const trap = await startServer((_, response) => {
      reached++;
      response.end();
    });
    running.push(trap);
    const malformed = await host(({ response }) => response.writeHead(307, { Location: trap.url }).end());
    expect(await problem(malformed)).toMatchObject({ reason: "redirect", status: 307, code: "UNREADABLE" });
    expect(reached).toBe(0);
  });

  it("a response that breaks off", async () => {
    const malformed = await host(({ response }) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write('{"success":true', () => response.destroy());
    });
    expect(await problem(malformed)).toMatchObject({
      reason: "broken",
      status: 0,
      code: "NO_ANSWER",
      charged: "unknown",
    });
  });

  it("an endless response", async () => {
    const chunk = Buffer.alloc(1024 * 1024, 32);
    const malformed = await host(({ response }) => {
      const more = () => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    expect(await problem(malformed)).toMatchObject({ reason: "too-large", status: 0, charged: "unknown" });
  });
});

describe("no response", () => {
  it("within the timeout", async () => {
    const silent = await host(() => {}, { timeoutMs: 100 });
    const caught = await problem(silent);
    expect(caught).toMatchObject({ reason: "timeout", code: "NO_ANSWER", charged: "unknown" });
    expect(caught.message).toBe(`The API did not respond within 0.1 seconds. ${UNKNOWN_COST}`);
  });

  it("from an unreachable host cannot have been charged", async () => {
    const aborted = await host(() => {});
    await aborted.stop();
    const caught = await problem(aborted);
    expect(caught).toMatchObject({ reason: "unreachable", charged: "no" });
    expect(caught.message).toBe("The API cannot be reached. Nothing was charged.");
  });
});

describe("an abort signal", () => {
  it("ends a request with its reason", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const { client } = await host(() => stop.abort(reason));
    await expect(client.list("funding", {}, { signal: stop.signal })).rejects.toBe(reason);
  });

  it("that is already aborted sends no request", async () => {
    const { client, received } = await host(({ response }) => json(response, 200, listResponse([])));
    await expect(client.timeline({ id: "1" }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(received).toEqual([]);
  });

  it("ends a wait", async () => {
    const stop = new AbortController();
    const { client, received } = await host(
      ({ response }) => json(response, 429, errorBody("TOO_MANY_REQUESTS"), { "Retry-After": "30" }),
      { sleep: undefined },
    );
    const requested = client.list("funding", {}, { signal: stop.signal });
    await expect.poll(() => received.length).toBe(1);
    stop.abort();
    await expect(requested).rejects.toMatchObject({ name: "AbortError" });
    expect(received).toHaveLength(1);
  });

  it("aborted while the response is read ends the wait before it begins", async () => {
    const stop = new AbortController();
    const client = createClient({
      baseUrl: "https://api.example",
      apiKey: KEY,
      fetch: async () => {
        stop.abort();
        return Response.json(errorBody("TOO_MANY_REQUESTS"), { status: 429, headers: { "Retry-After": "50" } });
      },
    });
    await expect(client.list("funding", {}, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the API key", () => {
  const AWKWARD = 'k/e"y\\1';

  it.each([KEY, AWKWARD])("%s is never part of an error, even when the host repeats it", async (apiKey) => {
    const leakedText = `your key is ${apiKey}`;
    const responders: ResponseHandler[] = [
      ({ response }) => json(response, 401, errorBody("UNAUTHORIZED", leakedText), { "X-Request-Id": "x" }),
      ({ response }) =>
        response.writeHead(401).end(JSON.stringify(errorBody(apiKey, leakedText)).replaceAll("/", "\\/")),
      ({ response }) => json(response, 400, { error: { code: "X" }, meta: { requestId: apiKey } }),
      ({ response }) => response.writeHead(500, { "X-Request-Id": encodeURI(apiKey) }).end(leakedText),
      ({ request }) => request.socket.destroy(),
    ];
    for (const respond of responders) {
      const caught = await problem(await host(respond, { apiKey }));
      expect(inspect(caught, { depth: 9, showHidden: true })).not.toContain(apiKey);
      expect(`${caught.message} ${caught.code} ${caught.requestId}`).not.toContain(apiKey);
    }
  });

  it("is not exposed by the client", async () => {
    const { client } = await host(() => {});
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  it.each(["", "two words", "key\n", "schlüssel"])("%j is rejected before it is sent, and not repeated", (apiKey) => {
    const make = () => createClient({ baseUrl: "https://api.example", apiKey });
    expect(make).toThrow(
      new TypeError("apiKey must be printable ASCII without spaces, because it is sent as a header"),
    );
  });
});

describe("the base address", () => {
  it.each(["", "api.example", "ftp://api.example", "https://me:secret@api.example", "https://api.example/?key=secret"])(
    "%j is rejected",
    (baseUrl) => {
      const make = () => createClient({ baseUrl, apiKey: KEY });
      expect(make).toThrow(/^baseUrl must be /);
      expect(make).not.toThrow(/secret/);
    },
  );
});

describe("an idempotency key", () => {
  it.each(["", "two words", "x".repeat(256)])("%j is rejected before anything is sent", async (idempotencyKey) => {
    const { client, received } = await host(({ response }) => json(response, 200, listResponse([])));
    await expect(client.list("funding", {}, { idempotencyKey })).rejects.toThrow(/^idempotencyKey must be 1 to 255/);
    expect(received).toEqual([]);
  });
});
