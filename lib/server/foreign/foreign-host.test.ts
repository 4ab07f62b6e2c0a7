/** Tests foreign hosts, most of them misbehaving, each a program on its own port. */

import { mkdtempSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterEach, describe, expect, it } from "vitest";
import { CHARGED_HEADER } from "@/lib/api/dashboard";
import { foreignDashboard, startServer, type TestDashboard, type TestServer } from "../testing/dashboard";

const PATH = FEEDS.funding.path;
/** A feed's page requests this path. */
const FIRST_PAGE = `${PATH}?includeTotal=true`;
const KEY = "planted_key_1234567890abcdef";

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

/** A host and a dashboard that uses it; `requests` are all that reached the host. */
async function against(listener: RequestListener, options: { timeoutMs?: number; dataDir?: string } = {}) {
  const requests: IncomingMessage[] = [];
  const host = await startServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const dashboard = await foreignDashboard(host.url, KEY, options);
  running.push(host, dashboard);
  return { dashboard, requests, host };
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function listResponse(data: unknown[], pagination: object = { hasMore: false, nextCursor: null }) {
  const meta = { endpoint: FEEDS.funding.endpoint, creditsUsed: data.length, creditsRemaining: 500 };
  return { success: true, data, pagination, meta };
}

function errorBody(code: string) {
  return { success: false, error: { code, message: "so it is" }, meta: { requestId: "req-1" } };
}

async function readFailure(dashboard: TestDashboard) {
  const result = await dashboard.request(PATH, "buy");
  const body = await result.json();
  expect(body).toMatchObject({ success: false, error: { code: expect.any(String), message: expect.any(String) } });
  return {
    status: result.status,
    charged: result.headers.get(CHARGED_HEADER),
    retryAfter: result.headers.get("Retry-After"),
    ...body.error,
  };
}

/** Reads what is owned of the feed. */
const readRows = async (dashboard: TestDashboard) =>
  (await (await dashboard.request(ACCOUNT.explore.path.replace(":id", "funding"), "read")).json()).rows;

it("what was bought is there after a restart, with the same key alone", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "dealflow-restart-"));
  const { dashboard, requests, host } = await against(
    (_, response) => json(response, 200, listResponse([{ id: "1" }])),
    {
      dataDir,
    },
  );
  const bought = await (await dashboard.request(FIRST_PAGE, "buy")).text();
  await dashboard.context.foreign?.pages.saved();
  const restarted = await foreignDashboard(host.url, KEY, { dataDir });
  const other = await foreignDashboard(host.url, `${KEY}_of_another_account`, { dataDir });
  running.push(restarted, other);
  const again = await restarted.request(FIRST_PAGE, "buy");
  expect([await again.text(), again.headers.get("X-Credits-Used")]).toEqual([bought, "0"]);
  expect([await readRows(restarted), await readRows(other)]).toMatchObject([[{ record: { id: "1" } }], []]);
  expect(requests).toHaveLength(1);
});

const UNKNOWN_COST = "This may have been charged; check your balance.";

describe("responses outside the API's format", () => {
  it("an HTML page with status 200", async () => {
    const { dashboard, requests } = await against((_, response) => response.end("<!doctype html><p>Welcome"));
    const failure = await readFailure(dashboard);
    expect(failure).toMatchObject({ status: 502, charged: "unknown" });
    expect(failure.message).toContain(UNKNOWN_COST);
    expect(requests).toHaveLength(1);
    expect(await readRows(dashboard)).toEqual([]);
  });

  it("an HTML page with status 500", async () => {
    const { dashboard, requests } = await against((_, response) => {
      response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Internal error</h1>");
    });
    expect(await readFailure(dashboard)).toMatchObject({ status: 500, code: "INTERNAL_ERROR", charged: "unknown" });
    expect(requests).toHaveLength(1);
  });

  it("truncated JSON", async () => {
    const { dashboard } = await against((_, response) => response.end('{"success":true,"data":[{"id":"1"'));
    expect(await readFailure(dashboard)).toMatchObject({ status: 502, charged: "unknown" });
  });

  it("a response that breaks off", async () => {
    const { dashboard, requests } = await against((_, response) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write('{"success":true', () => response.destroy());
    });
    expect(await readFailure(dashboard)).toMatchObject({ status: 502, charged: "unknown" });
    expect(requests).toHaveLength(1);
  });

  it("a redirect is not followed, so the key is not sent elsewhere", async () => {
    const elsewhere: IncomingMessage[] = [];
    const trap = await startServer((request, response) => {
      elsewhere.push(request);
      response.end();
    });
    running.push(trap);
    const { dashboard } = await against((_, response) => void response.writeHead(302, { Location: trap.url }).end());
    expect(await readFailure(dashboard)).toMatchObject({ status: 502 });
    expect(elsewhere).toEqual([]);
  });

  it("an endless response", async () => {
    const { dashboard } = await against((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 32);
      const more = () => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    expect(await readFailure(dashboard)).toMatchObject({ status: 502, charged: "unknown" });
  });
});

describe("no response", () => {
  it("a silent host times out, and is not called again", async () => {
    const { dashboard, requests } = await against(() => {}, { timeoutMs: 200 });
    const failure = await readFailure(dashboard);
    expect(failure).toMatchObject({ status: 504, charged: "unknown" });
    expect(failure.message).toContain(UNKNOWN_COST);
    expect(requests).toHaveLength(1);
  });

  it("an unreachable host cannot have charged", async () => {
    const { dashboard, host } = await against(() => {});
    await host.stop();
    const failure = await readFailure(dashboard);
    expect(failure).toMatchObject({ status: 502, charged: "no" });
    expect(failure.message).toContain("Nothing was charged.");
  });

  it("a reset connection may have charged", async () => {
    const { dashboard, requests } = await against((request) => request.socket.destroy());
    expect(await readFailure(dashboard)).toMatchObject({ status: 502, charged: "unknown" });
    expect(requests).toHaveLength(1);
  });
});

describe("errors in the envelope", () => {
  it.each(["PAYMENT_REQUIRED", "INSUFFICIENT_CREDITS"])(
    "402 %s is passed on, and sets the meter to 0",
    async (code) => {
      const { dashboard } = await against((_, response) => json(response, 402, errorBody(code)));
      expect(await readFailure(dashboard)).toMatchObject({ status: 402, code, charged: "no" });
      expect(dashboard.balanceState?.balance).toBe(0);
    },
  );

  it("429 with a date is converted to seconds", async () => {
    const { dashboard } = await against((_, response) => {
      const retryAfter = new Date(Date.now() + 30_000).toUTCString();
      json(response, 429, errorBody("TOO_MANY_REQUESTS"), { "Retry-After": retryAfter });
    });
    const failure = await readFailure(dashboard);
    expect(failure).toMatchObject({ status: 429, charged: "no" });
    expect(Number(failure.retryAfter)).toBeGreaterThan(25);
    expect(Number(failure.retryAfter)).toBeLessThanOrEqual(30);
  });

  it("of a 5xx only the host's own report shows that it cost nothing", async () => {
    let headers: Record<string, string> = {};
    const { dashboard } = await against((_, response) =>
      json(response, 503, errorBody("SERVICE_UNAVAILABLE"), headers),
    );
    expect(await readFailure(dashboard)).toMatchObject({ status: 503, charged: "unknown" });
    headers = { "X-Credits-Used": "0" };
    expect(await readFailure(dashboard)).toMatchObject({ status: 503, charged: "no" });
  });
});

describe("tolerant reading", () => {
  it("accepts a page with other spellings, missing and unknown fields, byte for byte", async () => {
    const page = { ...listResponse([{ id: "a", round: "series_a", novelty: { x: 1 } }, { id: "b" }]), extra: [1] };
    const { dashboard } = await against((_, response) => json(response, 200, page));
    const result = await dashboard.request(PATH, "buy");
    expect(await result.text()).toBe(JSON.stringify(page));
    expect(result.headers.get("X-Credits-Used")).toBe("2");
    expect(result.headers.get("X-Credits-Remaining")).toBe("500");
  });

  it("counts records where the host does not report credits", async () => {
    const { dashboard } = await against((_, response) => json(response, 200, { data: [{ id: "a" }, { id: "b" }] }));
    expect((await dashboard.request(PATH, "buy")).headers.get("X-Credits-Used")).toBe("2");
  });

  it("sends the API's own path and query with the key in its header and nothing of the browser's", async () => {
    const { dashboard, requests } = await against((_, response) => json(response, 200, listResponse([])));
    await dashboard.request(`${PATH}?countries=US&round=seed`, "buy", {
      headers: {
        cookie: "dealflow_session=abcdefghijklmnopqrstuv; theme=dark",
        "X-API-Key": "stolen",
        "X-Forwarded-For": "1.2.3.4",
      },
    });
    const [request] = requests;
    expect(request?.url).toBe(`${PATH}?round=seed&countries=US`);
    expect(request?.headers["x-api-key"]).toBe(KEY);
    expect(Object.keys(request?.headers ?? {})).not.toContain("cookie");
    expect(Object.keys(request?.headers ?? {})).not.toContain("x-forwarded-for");
  });
});

describe("a purchase in flight", () => {
  it("completes and is cached when the browser disconnects, and is shared with concurrent requests", async () => {
    let deliver = () => {};
    const { dashboard, requests } = await against((_, response) => {
      deliver = () => json(response, 200, listResponse([{ id: "a" }]));
    });
    const gone = new AbortController();
    const request = dashboard.request(PATH, "buy", { signal: gone.signal }).catch(() => "gone");
    await expect.poll(() => requests.length).toBe(1);
    gone.abort();
    expect(await request).toBe("gone");
    const reloaded = dashboard.request(PATH, "buy");
    deliver();
    const result = await reloaded;
    expect([result.status, result.headers.get("X-Credits-Used")]).toEqual([200, "0"]);
    expect((await dashboard.request(PATH, "buy")).status).toBe(200);
    expect(requests).toHaveLength(1);
  });
});

describe("a key that the host repeats", () => {
  it("does not reach the browser, in no body and no header", async () => {
    const { dashboard } = await against((request, response) => {
      const body = request.url?.includes("seed")
        ? listResponse([{ id: "a", note: `your key is ${KEY}` }])
        : { success: false, error: { code: "UNAUTHORIZED", message: `bad key ${KEY}` }, meta: { requestId: KEY } };
      json(response, request.url?.includes("seed") ? 200 : 401, body, { "X-Request-Id": KEY });
    });
    for (const query of ["", "?round=seed"]) {
      const result = await dashboard.request(`${PATH}${query}`, "buy");
      expect(`${await result.text()}${JSON.stringify([...result.headers])}`).not.toContain(KEY);
    }
    expect(dashboard.logged.join("")).not.toContain(KEY);
  });
});

describe("the free balance probe", () => {
  const meter = async (dashboard: TestDashboard) =>
    (
      await fetch(`${dashboard.url}/api${ACCOUNT.workspace.path}`, { headers: { "Sec-Fetch-Site": "same-origin" } })
    ).json();

  it("is throttled, and not sent for every request of the meter", async () => {
    const { dashboard, requests } = await against((_, response) => json(response, 200, listResponse([])));
    for (let look = 0; look < 5; look++) expect(await meter(dashboard)).toMatchObject({ balance: 500 });
    expect(requests).toHaveLength(1);
  });

  it("is never repeated for a host that charges for it", async () => {
    const { dashboard, requests } = await against((_, response) => json(response, 200, listResponse([{ id: "a" }])));
    await meter(dashboard);
    dashboard.context.foreign?.balance.invalidate();
    await meter(dashboard);
    expect(requests).toHaveLength(1);
  });

  it("detects new credits at once, on a host that does not report how many", async () => {
    let left = false;
    const silent = { success: true, data: [], pagination: { hasMore: false, nextCursor: null }, meta: {} };
    const { dashboard } = await against((_, response) =>
      left ? json(response, 200, silent) : json(response, 402, errorBody("PAYMENT_REQUIRED")),
    );
    await dashboard.request(PATH, "buy");
    for (let look = 0; look < 2; look++) expect(await meter(dashboard)).toMatchObject({ balance: 0 });
    left = true;
    expect(await meter(dashboard)).toMatchObject({ balance: null });
  });

  it("does not leave the balance at 0 for a host that charges for it", async () => {
    const responses = [listResponse([{ id: "a" }])];
    const { dashboard } = await against((_, response) => {
      const result = responses.shift();
      if (result === undefined) json(response, 402, errorBody("PAYMENT_REQUIRED"));
      else json(response, 200, result);
    });
    await meter(dashboard);
    await dashboard.request(PATH, "buy");
    expect(dashboard.balanceState?.balance).toBe(0);
    expect(await meter(dashboard)).toMatchObject({ balance: null });
  });

  it("leaves the meter unknown when the host does not respond", async () => {
    const { dashboard, host } = await against(() => {});
    await host.stop();
    expect(await meter(dashboard)).toMatchObject({ balance: null, highest: null });
  });
});

describe("a foreign host without a password", () => {
  it("serves only this machine, also when it listens on other addresses", async () => {
    const host = await startServer((_, response) => json(response, 200, listResponse([])));
    const open = await foreignDashboard(host.url, KEY, { trusted: "127.0.0.1" });
    running.push(host, open);
    expect((await open.request(PATH, "buy")).status).toBe(200);
    const headers = { "X-Forwarded-For": "203.0.113.5" };
    for (const result of [
      await open.request(PATH, "buy", { headers }),
      await open.request(PATH, "check", { headers }),
      await open.send(`/api${ACCOUNT.workspace.path}`, { headers }),
    ])
      expect([result.status, (await result.json()).error.message]).toEqual([
        403,
        expect.stringContaining("DASHBOARD_PASSWORD"),
      ]);
  });
});
