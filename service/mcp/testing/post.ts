/** Sends raw messages to the endpoint, as no client would. */
import { MCP_PATH } from "@dealflow/contract/oauth";

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The one message of the body is JSON or an event; the test knows its parts. */
  readonly message: { readonly id?: unknown; readonly error?: RawError; readonly result?: RawResult };
}

interface RawError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface RawResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

export interface RawRequest {
  readonly token?: string | undefined;
  readonly method?: string;
  readonly revision?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

export async function post(
  { url }: { readonly url: string },
  { token, method = "POST", revision = "2025-11-25", headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const response = await fetch(`${url}${MCP_PATH}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(revision === null ? {} : { "MCP-Protocol-Version": revision }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, text, message: parsed(data) };
}

function parsed(text: string): RawResponse["message"] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Calls a tool in an older revision, which needs no envelope. */
export function toolCall(name: string, given: unknown = {}, id = 1) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } };
}

/** Builds a request in the newest revision. */
export function modernRequest(method: string, params: Readonly<Record<string, unknown>> = {}, version = "2026-07-28") {
  return {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
}
