/**
 * Cursors: a signed position, so that one that was altered or belongs to another query is distinguished from
 * one of ours. A cursor binds endpoint, filters, sort and workspace; not `limit` nor `includeTotal` (decisions).
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Cursor, CursorPosition } from "@/lib/contract/cursor";
import type { Feed } from "@/lib/contract/feeds";

/** What a cursor is bound to, as short digests. */
interface Binding {
  readonly endpoint: Buffer;
  readonly workspace: Buffer;
  readonly filters: Buffer;
}

export interface CursorScope {
  readonly feed: Feed;
  /** As `canonicalFilters` spells them. */
  readonly filters: string;
  readonly workspaceId: string;
}

const VERSION = 1;
const DIGEST_BYTES = 8;
const MAC_BYTES = 16;
/** Version, three digests, key, id. */
const BODY_BYTES = 1 + 3 * DIGEST_BYTES + 8 + 16;

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, DIGEST_BYTES);
}

function bindingOf(scope: CursorScope): Binding {
  return {
    endpoint: digest(scope.feed.endpoint),
    workspace: digest(scope.workspaceId),
    filters: digest(scope.filters),
  };
}

function sign(body: Buffer, secret: string): Buffer {
  return createHmac("sha256", secret).update(body).digest().subarray(0, MAC_BYTES);
}

export function writeCursor(scope: CursorScope, position: CursorPosition, secret: string): Cursor {
  const binding = bindingOf(scope);
  const key = Buffer.alloc(8);
  key.writeDoubleBE(position.key);
  const id = Buffer.from(position.id.replaceAll("-", ""), "hex");
  const body = Buffer.concat([Buffer.from([VERSION]), binding.endpoint, binding.workspace, binding.filters, key, id]);
  return Buffer.concat([body, sign(body, secret)]).toString("base64url");
}

/** The position of a cursor, or one sentence that says what is wrong with it. */
export function readCursor(scope: CursorScope, cursor: Cursor, secret: string): CursorPosition | { message: string } {
  const bytes = Buffer.from(cursor, "base64url");
  // Node skips what is not base64url; only the one spelling that was sent is accepted.
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString("base64url") !== cursor)
    return { message: "cursor is malformed; pass back pagination.nextCursor exactly as it was received" };
  const body = bytes.subarray(0, BODY_BYTES);
  if (!timingSafeEqual(sign(body, secret), bytes.subarray(BODY_BYTES)))
    return { message: "cursor was modified or comes from another service; start again without it" };
  const expected = bindingOf(scope);
  const part = (index: number) => body.subarray(1 + index * DIGEST_BYTES, 1 + (index + 1) * DIGEST_BYTES);
  if (!part(0).equals(expected.endpoint))
    return { message: `cursor belongs to another endpoint than ${scope.feed.path}` };
  if (!part(1).equals(expected.workspace)) return { message: "cursor belongs to another workspace" };
  if (!part(2).equals(expected.filters))
    return {
      message:
        "cursor belongs to a query with different filters; keep the filters while paging, or start again without a cursor",
    };
  const at = 1 + 3 * DIGEST_BYTES;
  const hex = body.subarray(at + 8).toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { key: body.readDoubleBE(at), id };
}
