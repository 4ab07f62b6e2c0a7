/**
 * Decides the cache, policy and frame headers of every response of the dashboard at the last moment, when status and
 * content are known. Anything but an existing file is private.
 */
import "server-only";
import { DOCUMENT_CACHE } from "@/lib/describe/documents";

export interface OutgoingResponse {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly setsCookie: boolean;
}

const IMMUTABLE = "public, max-age=31536000, immutable";

/** Maps the Cache-Control that Next sets for files that it found, and our documents set, to the one that is sent. */
const SHARED: ReadonlyMap<string, string> = new Map([
  // Chunks, style sheets and fonts, whose names change with their content.
  [IMMUTABLE, IMMUTABLE],
  // Next sends this with the files of `public`, which are the flags.
  ["public, max-age=0", "public, max-age=604800"],
  // Next sends this with the icon.
  ["public, max-age=0, must-revalidate", "public, max-age=0, must-revalidate"],
  [DOCUMENT_CACHE, DOCUMENT_CACHE],
]);
const FOUND: readonly number[] = [200, 206, 304];
/**
 * These are rendered for one person, even if their headers say otherwise: a page, or what Next fetches of one in the
 * background.
 */
const PAGE = /^text\/(html|x-component)/;

const NO_FRAMES = "frame-ancestors 'none'";
/** Anything but a page has this: nothing in it runs or loads anything. SVGs may have styles. */
const CLOSED_POLICY = `default-src 'none'; style-src 'unsafe-inline'; ${NO_FRAMES}`;
/** Browsers keep to HTTPS for two years. */
const HSTS = "max-age=63072000";

/**
 * @param pagePolicy the content security policy of this response, if it is a page
 * @param secure whether the dashboard is reached by HTTPS
 */
export function responseHeaders(
  response: OutgoingResponse,
  pagePolicy: string,
  secure: boolean,
): Record<string, string> {
  const { status, contentType, setsCookie } = response;
  const shared = FOUND.includes(status) && !PAGE.test(contentType) && !setsCookie;
  const cache = (shared ? SHARED.get(response.cacheControl) : undefined) ?? "private, no-store";
  const always = {
    "Cache-Control": cache,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(secure ? { "Strict-Transport-Security": HSTS } : {}),
  };
  // A worker's script has its own policy, and loads others. Chunks are many and small, so they carry no more.
  if (cache === IMMUTABLE) return { ...always, "Content-Security-Policy": NO_FRAMES };
  return {
    ...always,
    "Content-Security-Policy": contentType.startsWith("text/html") ? pagePolicy : CLOSED_POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}
