import { Hono } from "hono";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Env } from "./context";
import { handleError } from "./error-handler";
import { readBody } from "./read-request";
import { enforceDeadline } from "./response-deadline";

const app = new Hono<Env>()
  .use("*", enforceDeadline)
  .post("/", async (c) => {
    await readBody(c);
    return new Promise<Response>(() => undefined);
  })
  .onError((error, c) => handleError(error, c, pino({ enabled: false })));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["an incomplete body", "the body of the request did not arrive in time", new ReadableStream<Uint8Array>()],
  ["work after a complete body", "the query timed out", "{}"],
])("the deadline of %s: %s", async (_, message, body) => {
  const waiting = app.request("/", { method: "POST", body, duplex: "half" } as RequestInit);
  await vi.advanceTimersByTimeAsync(5_000);
  const response = await waiting;
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  const error = { code: "SERVICE_UNAVAILABLE", message: `${message}; nothing was charged` };
  expect(await response.json()).toMatchObject({ error });
});
