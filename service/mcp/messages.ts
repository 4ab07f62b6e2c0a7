/** Rejects messages before the library sees them: bodies that are no JSON, batches, and revisions older than ours. */
import { REVISIONS } from "@dealflow/contract/mcp";
import { parseJson } from "@/service/http/read-request";

interface Rejection {
  readonly status: 200 | 400;
  readonly body: string;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const OLDEST = REVISIONS[REVISIONS.length - 1] ?? "";
/** Revisions are dates, so their texts sort by time. */
const REVISION = /^\d{4}-\d{2}-\d{2}$/;

type ReadMessage = { readonly message: unknown } | Rejection;

/** @param revisionHeader `MCP-Protocol-Version` of the request */
export function readMessage(body: string, revisionHeader: string | undefined): ReadMessage {
  const message = parseJson(body);
  if (message === undefined) return rejection(PARSE_ERROR, "Parse error: the body is not valid JSON");
  if (Array.isArray(message)) return rejection(INVALID_REQUEST, "Invalid Request: batches are not supported");
  // The library keeps its tools and prompts in plain objects, and would find what every object has.
  const name = getProperty(getProperty(message, "params"), "name");
  if (typeof name === "string" && name in Object.prototype)
    return { ...rejection(INVALID_PARAMS, `${name} not found`, undefined, getId(message)), status: 200 };
  const isHandshake = getProperty(message, "method") === "initialize";
  const revision = isHandshake ? getProperty(getProperty(message, "params"), "protocolVersion") : undefined;
  if (isHandshake && typeof revision !== "string")
    return rejection(INVALID_PARAMS, "Invalid params: protocolVersion must be text", undefined, getId(message));
  const requested = [revisionHeader, revision].find(isOlder);
  if (requested === undefined) return { message };
  const data = { supported: REVISIONS, requested };
  return rejection(INVALID_PARAMS, "Unsupported protocol version", data, getId(message));
}

/** Tells whether a revision is older than ours; the library negotiates those that are no date. */
function isOlder(revision: unknown): boolean {
  return typeof revision === "string" && REVISION.test(revision) && revision < OLDEST;
}

function getId(message: unknown): string | number | null {
  const id = getProperty(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : null;
}

export function getProperty(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function rejection(code: number, message: string, data?: unknown, id: string | number | null = null): Rejection {
  return { status: 400, body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } }) };
}
