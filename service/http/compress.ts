/** Compresses responses that are large enough, for clients that accept gzip. */
import { promisify } from "node:util";
import { gzip as compressWith, constants } from "node:zlib";

const compress = promisify(compressWith);
/** Below this many bytes compression saves no packet. */
const LEAST_BYTES = 1_024;

const VARY_BY_ENCODING = { Vary: "Accept-Encoding" } as const;

const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/;

/** Returns true when the client accepts gzip; what it says of gzip counts before what it says of every other coding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const items = (acceptEncoding ?? "").toLowerCase().split(",");
  const find = (coding: string) => items.find((item) => item.split(";")[0]?.trim() === coding);
  const item = find("gzip") ?? find("*");
  return item !== undefined && !REFUSED.test(item);
}

/** A body is a text, or its bytes in UTF-8. */
export type Body = string | Buffer<ArrayBuffer>;

/** Returns the body and its headers. It is compressed in another thread, so that other requests do not wait. */
export async function encodeBody(
  content: Body,
  acceptEncoding: string | undefined,
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }> {
  if (content.length < LEAST_BYTES) return { body: content, headers: {} };
  // A long text would survive garbage collections until it is sent, and each copies it.
  if (!acceptsGzip(acceptEncoding))
    return { body: typeof content === "string" ? Buffer.from(content) : content, headers: VARY_BY_ENCODING };
  const body = new Uint8Array(await compress(content, { level: constants.Z_BEST_SPEED }));
  return { body, headers: { ...VARY_BY_ENCODING, "Content-Encoding": "gzip" } };
}
