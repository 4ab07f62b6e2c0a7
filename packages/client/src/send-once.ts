/** Sends one request to the API, once: no retries, no redirects, with a timeout. */
import { IDEMPOTENCY_KEY_HEADER } from "@/lib/contract/headers";

/** Which host is called, and with which credentials. */
export interface Host {
  /** Address before the API's paths. */
  readonly host: string;
  /** Authentication headers; their values are removed from responses, in case the host repeats them. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Our own service, which reports more than the API requires. */
  readonly own: boolean;
}

export interface Call {
  /** Path and query of the API. */
  readonly path: string;
  /** JSON text; a call with a body is a POST. */
  readonly body?: string;
  readonly idempotencyKey?: string | undefined;
  /** Headers beyond those of the API. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** No complete response. `sent`: whether the host can have received the request, and so can have charged for it. */
export interface NoResponse {
  readonly kind: "none";
  readonly sent: boolean;
  readonly reason: "timeout" | "unreachable" | "broken" | "too-large";
  /** Timeout of the response. */
  readonly timeoutMs: number;
}

export interface SendOptions {
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Errors before a request is sent: nothing can have been served. */
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

/**
 * Redirects are returned as they are: the key is sent to no other host. Throws only the reason of the caller's signal.
 */
export async function sendOnce(to: Host, call: Call, options: SendOptions): Promise<HttpResponse | NoResponse> {
  call.signal?.throwIfAborted();
  const { timeoutMs } = options;
  const noResponse = (reason: NoResponse["reason"], sent: boolean): NoResponse => ({
    kind: "none",
    sent,
    reason,
    timeoutMs,
  });
  // Combined by hand: with the platform's combined signal, some versions of Node lose the timeout.
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  const timer = setTimeout(stop, timeoutMs);
  call.signal?.addEventListener("abort", stop);
  try {
    const response = await (options.fetch ?? fetch)(`${to.host.replace(/\/+$/, "")}${call.path}`, {
      ...(call.body === undefined ? {} : { method: "POST", body: call.body }),
      headers: headersOf(to, call),
      redirect: "manual",
      cache: "no-store",
      signal: stopped.signal,
    });
    const body = await readBody(response);
    if (body === undefined) return noResponse("too-large", true);
    return { kind: "response", status: response.status, headers: response.headers, body };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (stopped.signal.aborted) return noResponse("timeout", true);
    return NOT_SENT.has(causeCode(error)) ? noResponse("unreachable", false) : noResponse("broken", true);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", stop);
  }
}

function headersOf(to: Host, call: Call): Record<string, string> {
  return {
    ...call.extraHeaders,
    ...to.credentials,
    Accept: "application/json",
    ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(call.idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: call.idempotencyKey }),
  };
}

async function readBody(response: Response): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BYTES) {
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

/** The system's code of a failed fetch; for a host with several addresses, that of the first. */
function causeCode(error: unknown): string {
  let at = error;
  while (typeof at === "object" && at !== null) {
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0];
    else if ("code" in at && typeof at.code === "string") return at.code;
    else at = "cause" in at ? at.cause : undefined;
  }
  return "";
}
