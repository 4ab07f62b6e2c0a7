/** Simulates foreign hosts, and creates clients with a fixed clock, for tests. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { FEEDS } from "@dealflow/contract/feeds";
import { startServer } from "@/lib/server/testing/dashboard";
import { type Client, createClient } from "./client";
import type { ClientOptions } from "./request-sender";

export const KEY = "planted_key_1234567890abcdef";
export const NOW = Date.parse("2026-11-20T10:00:00.000Z");

export interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly response: ServerResponse;
}

/** Responds to one request; `count` starts at 1. */
export type ResponseHandler = (received: Received, count: number) => unknown;

export interface ForeignHost {
  readonly url: string;
  readonly received: Received[];
  /** The waits are in ms. */
  readonly waits: number[];
  readonly client: Client;
  stop(): Promise<void>;
}

export async function foreignHost(
  respond: ResponseHandler,
  options: Partial<ClientOptions> = {},
): Promise<ForeignHost> {
  const received: Received[] = [];
  const waits: number[] = [];
  const host = await startServer(async (request, response) => {
    const one = { request, body: await text(request), response };
    await respond(one, received.push(one));
  });
  const client = createClient({
    baseUrl: host.url,
    apiKey: KEY,
    now: () => NOW,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { url: host.url, received, waits, client, stop: host.stop };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function listResponse(data: readonly unknown[], nextCursor: string | null = null, pagination: object = {}) {
  return {
    success: true,
    data,
    pagination: { hasMore: nextCursor !== null, nextCursor, ...pagination },
    meta: { endpoint: FEEDS.funding.endpoint, creditsUsed: data.length, creditsRemaining: 500 },
  };
}

export function errorBody(code: string, message = "so it is") {
  return { success: false, error: { code, message }, meta: { requestId: "req-1" } };
}
