/** One GET of the interface, once: never repeated, never redirected, never longer than it may take. */
import { API_KEY_HEADER } from "@/lib/contract/headers";

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** No whole answer. `sent`: whether the host can have seen the request, and so can have charged for it. */
export interface NoAnswer {
  readonly kind: "none";
  readonly sent: boolean;
  readonly reason: "timeout" | "refused" | "broken" | "too-large";
}

export interface FetchOptions {
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  readonly fetch?: typeof fetch;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Causes that arise before a request leaves: nothing can have been served. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** `path` is the interface's, with its query. Redirects come back as they are: the key goes to no other host. */
export async function fetchPage(
  host: string,
  key: string,
  path: string,
  options: FetchOptions,
): Promise<Answer | NoAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await (options.fetch ?? fetch)(`${host.replace(/\/+$/, "")}${path}`, {
      headers: { [API_KEY_HEADER]: key, Accept: "application/json" },
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    const body = await readBody(response, options.maxBytes ?? MAX_BYTES);
    if (body === undefined) return { kind: "none", sent: true, reason: "too-large" };
    return { kind: "answer", status: response.status, headers: response.headers, body };
  } catch (error) {
    if (signal.aborted) return { kind: "none", sent: true, reason: "timeout" };
    const sent = !NOT_SENT.has(causeCode(error));
    return { kind: "none", sent, reason: sent ? "broken" : "refused" };
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** The system's code of a failed fetch; of a host with several addresses, that of the first. */
function causeCode(error: unknown): string {
  let at = error;
  while (typeof at === "object" && at !== null) {
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0];
    else if ("code" in at && typeof at.code === "string") return at.code;
    else at = "cause" in at ? at.cause : undefined;
  }
  return "";
}
