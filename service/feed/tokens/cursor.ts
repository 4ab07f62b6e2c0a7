/**
 * Seals positions as cursors, which disclose no id and no instant. An altered cursor is distinguished from one of
 * another query. A cursor binds endpoint, filters, sort and workspace; not `limit` nor `includeTotal` (decisions).
 * Cursors of the first version, whose position is readable, are still accepted.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Feed } from "@dealflow/contract/feeds";
import type { Cursor, CursorPosition } from "@dealflow/contract/query/cursor";
import { createCache, textBytes } from "@/lib/cache/bounded-cache";
import { createSealer, idBytes, idOfBytes, SEAL_BYTES } from "./seal";

export interface CursorScope {
  readonly feed: Feed;
  /** The filters are the canonical text of the query. */
  readonly filters: string;
  readonly workspaceId: string;
}

const VERSION = 2;
const DIGEST_BYTES = 8;
const MAC_BYTES = 16;
/** The binding is a version and three digests. */
const BINDING_BYTES = 1 + 3 * DIGEST_BYTES;
/** A position is a key and an id. */
const POSITION_BYTES = 8 + 16;
const SEALED_BYTES = BINDING_BYTES + POSITION_BYTES + SEAL_BYTES;
const SIGNED_BYTES = BINDING_BYTES + POSITION_BYTES + MAC_BYTES;
/** The purpose names the key of the seal. */
const PURPOSE = "cursor";

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, DIGEST_BYTES);
}

/** Returns the short digests to which a cursor is bound. */
function getBinding(scope: CursorScope) {
  return {
    endpoint: digest(scope.feed.endpoint),
    workspace: digest(scope.workspaceId),
    filters: digest(scope.filters),
  };
}

function sign(body: Buffer, secret: string): Buffer {
  return createHmac("sha256", secret).update(body).digest().subarray(0, MAC_BYTES);
}

/** Holds about 8,000 cursors, which are deterministic: sealing one took 6 % of a page from memory. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** It is kept for the only secret of a process: deriving the keys takes two thirds as long as sealing a cursor. */
let latest: ReturnType<typeof createSealing> | undefined;

function createSealing(secret: string) {
  const cursors = createCache<Cursor>({ name: "cursors", maxBytes: CACHE_BYTES, measureBytes: textBytes });
  return { secret, sealer: createSealer(secret, PURPOSE), cursors };
}

function getSealing(secret: string) {
  if (latest?.secret !== secret) latest = createSealing(secret);
  return latest;
}

export function writeCursor(scope: CursorScope, position: CursorPosition, secret: string): Cursor {
  const { cursors, sealer } = getSealing(secret);
  const name = `${scope.workspaceId} ${position.id} ${position.key} ${scope.feed.endpoint} ${scope.filters}`;
  const cached = cursors.get(name);
  if (cached !== undefined) return cached;
  const binding = getBinding(scope);
  const key = Buffer.alloc(8);
  key.writeDoubleBE(position.key);
  const bound = Buffer.concat([Buffer.from([VERSION]), binding.endpoint, binding.workspace, binding.filters]);
  const sealed = sealer.seal(Buffer.concat([key, idBytes(position.id)]), bound);
  const cursor = Buffer.concat([bound, sealed]).toString("base64url");
  cursors.set(name, cursor);
  return cursor;
}

/** Returns key and id of a cursor; undefined when it was altered. */
function readPosition(bytes: Buffer, secret: string): Buffer | undefined {
  const bound = bytes.subarray(0, BINDING_BYTES);
  if (bytes.length === SEALED_BYTES) return getSealing(secret).sealer.open(bytes.subarray(BINDING_BYTES), bound);
  const body = bytes.subarray(0, -MAC_BYTES);
  return timingSafeEqual(sign(body, secret), bytes.subarray(-MAC_BYTES)) ? body.subarray(BINDING_BYTES) : undefined;
}

/** Returns the position of a cursor, or one sentence about the problem. */
export function readCursor(scope: CursorScope, cursor: Cursor, secret: string): CursorPosition | { message: string } {
  const bytes = Buffer.from(cursor, "base64url");
  // Node skips characters that are not base64url; only the one spelling that was sent is accepted.
  if (![SEALED_BYTES, SIGNED_BYTES].includes(bytes.length) || bytes.toString("base64url") !== cursor)
    return { message: "cursor is malformed; pass back pagination.nextCursor exactly as it was received" };
  const position = readPosition(bytes, secret);
  if (position === undefined)
    return { message: "cursor was modified or comes from another service; start again without it" };
  const expected = getBinding(scope);
  const part = (index: number) => bytes.subarray(1 + index * DIGEST_BYTES, 1 + (index + 1) * DIGEST_BYTES);
  if (!part(0).equals(expected.endpoint))
    return { message: `cursor belongs to another endpoint than ${scope.feed.path}` };
  if (!part(1).equals(expected.workspace)) return { message: "cursor belongs to another workspace" };
  if (!part(2).equals(expected.filters))
    return {
      message:
        "cursor belongs to a query with different filters; keep the filters while paging, or start again without a cursor",
    };
  return { key: position.readDoubleBE(0), id: idOfBytes(position.subarray(8)) };
}
