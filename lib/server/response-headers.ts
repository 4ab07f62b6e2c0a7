/**
 * The cache, policy and frame headers of every response of the dashboard, decided here alone and at the last moment, when
 * its status and content are known. Whatever is not a file that was found is private.
 */
import "server-only";

/** What the response says of itself just before its headers are sent. */
export interface OutgoingResponse {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly setsCookie: boolean;
}

/** Of the documents for machines: they change with the settings and the version alone. */
export const DOCUMENT_CACHE = "public, max-age=300";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** What Next says of a file that it found, and our documents of themselves, and what is sent in its place. */
const SHARED: ReadonlyMap<string, string> = new Map([
  // Chunks, sheets and fonts, whose names change with their content.
  [IMMUTABLE, IMMUTABLE],
  // Files of `public`: the flags.
  ["public, max-age=0", "public, max-age=604800"],
  // The icon.
  ["public, max-age=0, must-revalidate", "public, max-age=0, must-revalidate"],
  [DOCUMENT_CACHE, DOCUMENT_CACHE],
]);
/** Found whole, in part, or unchanged. */
const FOUND: readonly number[] = [200, 206, 304];
/** Made for somebody, whatever it says of itself: a page, and what Next fetches of one in the background. */
const PAGE = /^text\/(html|x-component)/;

const NO_FRAMES = "frame-ancestors 'none'";
/** Of what is no page: nothing in it runs or loads anything. Drawings may be styled. */
const CLOSED_POLICY = `default-src 'none'; style-src 'unsafe-inline'; ${NO_FRAMES}`;
/** Two years, in seconds. */
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
  // A worker's script is held to its own policy, and loads others. Chunks are many and small, so they carry no more.
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
