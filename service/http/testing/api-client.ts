/** Sends test requests to an endpoint, and validates every response against the strict schema of its status. */

import type { Endpoint } from "@dealflow/contract/endpoints";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type pg from "pg";
import { expect } from "vitest";

export interface ApiResponse<Success> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parts of a success and of an error; the test knows which of them exist. */
  readonly body: Success & ErrorBody;
}

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

interface Meta {
  readonly endpoint: string;
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
}

export interface ListBody<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null; readonly total?: number };
  readonly meta: Meta;
}

export interface ItemBody<Item> {
  readonly data: Item;
  readonly meta: Meta;
}

/** A service that runs for tests, and its database. */
interface RunningService {
  readonly url: string;
  readonly database: { readonly pool: pg.Pool };
}

/** The service and key of a test file; created before its tests run. */
export interface ClientContext {
  readonly service: RunningService;
  readonly key: string;
}

export interface RequestOptions {
  /** Replaces the key; null sends none. */
  readonly as?: string | null;
  /** Replaces the file's own service. */
  readonly at?: RunningService;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer>;
}

interface ApiClient<Success> {
  /** @param query without its question mark */
  request(query?: string, options?: RequestOptions): Promise<ApiResponse<Success>>;
  /** Expects 400 with a message. */
  expectRejected(query: string, message: string | RegExp, options?: RequestOptions): Promise<void>;
}

export function createApiClient<Success>(endpoint: Endpoint, getContext: () => ClientContext): ApiClient<Success> {
  async function request(query = "", options: RequestOptions = {}): Promise<ApiResponse<Success>> {
    const { service, key } = getContext();
    const { as = key, at = service, method = endpoint.method, headers = {}, body } = options;
    const response = await fetch(`${at.url}${endpoint.path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: { ...(as === null ? {} : { [API_KEY_HEADER]: as }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const parsed = JSON.parse(text);
    const schema =
      endpoint.responses[response.status] ?? expect.fail(`status ${response.status} is not in the contract`);
    schema.parse(parsed);
    expectConsistentHeaders(response, parsed);
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  async function expectRejected(query: string, message: string | RegExp, options?: RequestOptions): Promise<void> {
    const { status, body } = await request(query, options);
    expect(status).toBe(400);
    expect(body.error.code).toBe("INVALID_INPUT");
    if (typeof message === "string") expect(body.error.message).toBe(message);
    else expect(body.error.message).toMatch(message);
  }

  return { request, expectRejected: expectRejected };
}

/** Invariants of every response: it is not cacheable, it has an id, and its headers agree with its body. */
function expectConsistentHeaders(
  { headers, ok }: Response,
  body: { meta?: Partial<Meta> & { requestId?: string } },
): void {
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  if (!ok) {
    expect(body.meta?.requestId).toBe(headers.get("X-Request-Id"));
    // Nothing that fails is charged.
    expect(headers.get("X-Credits-Used") ?? "0").toBe("0");
  } else if (headers.get("Idempotent-Replayed") === null && body.meta !== undefined) {
    expect(headers.get("X-Credits-Used")).toBe(String(body.meta.creditsUsed));
    expect(headers.get("X-Credits-Remaining")).toBe(String(body.meta.creditsRemaining));
  }
}

/** The workspace's balance, by its row; its ledger must agree. */
export async function readBalance({ database }: RunningService, workspaceId: string): Promise<number> {
  const { rows } = await database.pool.query<{ balance: number; sum: number }>(
    `select balance, (select coalesce(sum(delta), 0) from ledger where workspace_id = w.id)::bigint as sum
     from workspaces w where id = $1`,
    [workspaceId],
  );
  const [row] = rows;
  expect(row?.balance).toBe(row?.sum);
  return row?.balance ?? expect.fail(`there is no workspace ${workspaceId}`);
}
