/** Tests which failures are retried and after how long. The client's clock stands still and records its waits. */
import { afterEach, describe, expect, it } from "vitest";
import { ApiProblem } from "./problem";
import type { ClientOptions } from "./request-sender";
import { errorBody, type ForeignHost, foreignHost, json, listResponse, NOW, type ResponseHandler } from "./testing";

const running: ForeignHost[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

/** Requests a list once from a host that fails as given, then succeeds. */
async function attemptRequest(failures: readonly ResponseHandler[], options?: Partial<ClientOptions>) {
  const host = await foreignHost((received, turn) => {
    const failure = failures[turn - 1];
    if (failure === undefined) json(received.response, 200, listResponse([{ id: "a" }]));
    else failure(received, turn);
  }, options);
  running.push(host);
  const outcome = await host.client.list("funding", {}).catch((error: unknown) => error);
  return { ...host, outcome, keys: host.received.map(({ request }) => request.headers["idempotency-key"]) };
}

const rejection =
  (status: number, code: string, headers: Record<string, string> = {}): ResponseHandler =>
  ({ response }) =>
    json(response, status, errorBody(code), headers);
const limited = (retryAfter: string) => rejection(429, "TOO_MANY_REQUESTS", { "Retry-After": retryAfter });
const cut: ResponseHandler = ({ request }) => request.socket.destroy();
const silent: ResponseHandler = () => {};

const SERVED = { records: [{ id: "a" }] };

describe("Retry-After", () => {
  const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

  it.each([
    ["seconds of a 429", limited("7"), 7_000],
    ["a date of a 429", limited(inSeconds(9)), 9_000],
    ["a date that is over", limited(inSeconds(-9)), 0],
    ["seconds of a 503", rejection(503, "SERVICE_UNAVAILABLE", { "Retry-After": "5" }), 5_000],
    [
      "seconds of a gateway's 503",
      ({ response }) => response.writeHead(503, { "Retry-After": "2" }).end("<h1>") as unknown,
      2_000,
    ],
  ] satisfies [string, ResponseHandler, number][])(
    "%s is respected exactly, with and without keys",
    async (_, failure, wait) => {
      for (const idempotent of [false, true]) {
        const { outcome, waits, received } = await attemptRequest([failure], { idempotent });
        expect(outcome).toMatchObject(SERVED);
        expect(waits).toEqual([wait]);
        expect(received).toHaveLength(2);
      }
    },
  );

  it("is respected repeatedly, up to the maximum total wait", async () => {
    const { outcome, waits } = await attemptRequest([limited("20"), limited("29"), ...Array(5).fill(limited("1"))]);
    expect(outcome).toMatchObject(SERVED);
    // Clients that share a limit do not all come back in the same moment.
    expect(waits).toEqual([20_000, 29_250, ...Array(5).fill(1_250)]);
  });

  it("beyond that fails immediately and reports how long", async () => {
    const { outcome, waits, received } = await attemptRequest([limited("50"), limited("11")]);
    expect(outcome).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS", retryAfterMs: 11_000, charged: "no" });
    expect(waits).toEqual([50_000]);
    expect(received).toHaveLength(2);
    const { outcome: other, waits: none } = await attemptRequest([limited("2")], { maxWaitMs: 1_999 });
    expect(other).toMatchObject({ retryAfterMs: 2_000 });
    expect(none).toEqual([]);
  });

  it("is not respected for longer than a timer can run, with any maximum", async () => {
    const { outcome, waits } = await attemptRequest([limited("9999999")], { maxWaitMs: Number.POSITIVE_INFINITY });
    expect(outcome).toMatchObject({ retryAfterMs: 9_999_999_000 });
    expect(waits).toEqual([]);
  });

  it("of another error is reported and not waited for", async () => {
    const { outcome, waits } = await attemptRequest([rejection(403, "FORBIDDEN", { "Retry-After": "1" })], {
      idempotent: true,
    });
    expect(outcome).toMatchObject({ status: 403, retryAfterMs: 1_000 });
    expect(waits).toEqual([]);
  });
});

describe("without a key", () => {
  it.each([
    ["a connection that is cut", cut, { reason: "broken" }],
    ["silence", silent, { reason: "timeout" }],
    ["a 500", rejection(500, "INTERNAL_ERROR"), { status: 500 }],
    ["a 503 that does not say when", rejection(503, "SERVICE_UNAVAILABLE"), { status: 503 }],
    ["a gateway's 502", ({ response }) => response.writeHead(502).end("<h1>") as unknown, { status: 502 }],
  ] satisfies [string, ResponseHandler, object][])(
    "%s is not retried: it may have been charged",
    async (_, failure, expected) => {
      const { outcome, waits, received } = await attemptRequest([failure], { timeoutMs: 100 });
      expect(outcome).toBeInstanceOf(ApiProblem);
      expect(outcome).toMatchObject({ ...expected, charged: "unknown" });
      expect(received).toHaveLength(1);
      expect(waits).toEqual([]);
    },
  );

  it("nor under the caller's key, when the host is not known to support it", async () => {
    const host = await foreignHost(cut);
    running.push(host);
    await expect(host.client.list("funding", {}, { idempotencyKey: "mine" })).rejects.toMatchObject({
      reason: "broken",
    });
    expect(host.received.map(({ request }) => request.headers["idempotency-key"])).toEqual(["mine"]);
  });

  it("a 429 without Retry-After cost nothing, so it is retried with increasing waits", async () => {
    const { outcome, waits, received } = await attemptRequest(Array(9).fill(rejection(429, "TOO_MANY_REQUESTS")));
    expect(outcome).toMatchObject({ status: 429, charged: "no" });
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(received).toHaveLength(4);
  });

  it("but a gateway's 429 may have cost something", async () => {
    const { received } = await attemptRequest([({ response }) => response.writeHead(429).end("slow down")]);
    expect(received).toHaveLength(1);
  });
});

describe("a charge of unknown outcome", () => {
  const uncertain = rejection(503, "CHARGE_UNKNOWN", { "Retry-After": "5" });

  it("is not retried without a key, although there is a Retry-After", async () => {
    const { outcome, received } = await attemptRequest([uncertain], { own: true });
    expect(outcome).toMatchObject({ status: 503, code: "CHARGE_UNKNOWN", charged: "unknown" });
    expect(received).toHaveLength(1);
  });

  it("is retried under the client's key, and under one of the caller's", async () => {
    const { outcome, waits, keys } = await attemptRequest([uncertain], { idempotent: true });
    expect(outcome).toMatchObject(SERVED);
    expect(waits).toEqual([5_000]);
    expect(new Set(keys).size).toBe(1);
    const host = await foreignHost(({ response }, turn) => {
      if (turn === 1) json(response, 503, errorBody("CHARGE_UNKNOWN"), { "Retry-After": "5" });
      else json(response, 200, listResponse([{ id: "a" }]));
    });
    running.push(host);
    expect(await host.client.list("funding", {}, { idempotencyKey: "mine" })).toMatchObject(SERVED);
    expect(host.received.map(({ request }) => request.headers["idempotency-key"])).toEqual(["mine", "mine"]);
  });
});

describe("with a key", () => {
  const idempotent = true;

  it("what was lost is retried under the same one", async () => {
    const { outcome, waits, keys } = await attemptRequest([cut, silent, rejection(500, "INTERNAL_ERROR")], {
      idempotent,
      timeoutMs: 100,
    });
    expect(outcome).toMatchObject(SERVED);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it("each call has its own, and the caller's takes precedence", async () => {
    let created = 0;
    const host = await foreignHost(({ response }) => json(response, 200, listResponse([])), {
      idempotent,
      newKey: () => `key-${++created}`,
    });
    running.push(host);
    await host.client.list("funding", {});
    await host.client.list("funding", {}, { idempotencyKey: "mine" });
    await host.client.list("funding", {});
    expect(host.received.map(({ request }) => request.headers["idempotency-key"])).toEqual(["key-1", "mine", "key-2"]);
  });

  it("a conflict is waited for, because the first request still runs", async () => {
    const { outcome, waits } = await attemptRequest([silent, rejection(409, "CONFLICT")], {
      idempotent,
      timeoutMs: 100,
    });
    expect(outcome).toMatchObject(SERVED);
    expect(waits).toEqual([500, 1_000]);
  });

  it("the waits are spread, so that clients do not retry at the same time", async () => {
    const at = async (random: number) => (await attemptRequest([cut], { idempotent, random: () => random })).waits;
    expect(await at(0)).toEqual([375]);
    expect(await at(1)).toEqual([625]);
  });

  it("permanent errors are not retried", async () => {
    for (const failure of [
      rejection(400, "INVALID_INPUT"),
      rejection(402, "PAYMENT_REQUIRED"),
      (({ response }) => response.end("<!doctype html>")) satisfies ResponseHandler,
    ])
      expect((await attemptRequest([failure], { idempotent })).received).toHaveLength(1);
  });

  it("the number of attempts is limited, and any attempt of unknown cost makes the call's cost unknown", async () => {
    const { outcome, received } = await attemptRequest([cut, rejection(429, "TOO_MANY_REQUESTS")], {
      idempotent,
      maxAttempts: 2,
    });
    expect(outcome).toMatchObject({ status: 429, charged: "unknown" });
    expect(received).toHaveLength(2);
    expect((await attemptRequest([cut], { idempotent, maxAttempts: 1 })).received).toHaveLength(1);
  });

  it("a host that goes down after a lost response does not make it free", async () => {
    let host: ForeignHost | undefined;
    host = await foreignHost(cut, { idempotent, maxAttempts: 2, sleep: async () => host?.stop() });
    const thrown: unknown = await host.client.list("funding", {}).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ reason: "unreachable", charged: "unknown" });
    expect(thrown).toHaveProperty(
      "message",
      "The API cannot be reached. This may have been charged; check your balance.",
    );
  });
});
