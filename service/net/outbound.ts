/**
 * Sends requests to addresses that people enter. Names are resolved once per connection, every address is checked, and
 * the connection goes to exactly those addresses. Redirects are never followed.
 */
import http from "node:http";
import https from "node:https";
import type { Network } from "@/lib/net/address";
import { getGuardedContext, guardedLookup, RefusedTargetError, vetTarget } from "./guard";
import { type Resolve, resolveName } from "./resolve";
import { literalAddress, parseTarget, targetProblem } from "./target";

/** `address` means that the target is not allowed. */
export type RequestError = "address" | "dns" | "connect" | "tls" | "timeout" | "disconnect" | "protocol";

export interface Exchange {
  /** The error is null when the response was complete, with any status. */
  readonly error: RequestError | null;
  readonly status: number | null;
  /** The body is cut to its beginning. */
  readonly body: string | null;
  readonly truncated: boolean;
  readonly retryAfter: string | undefined;
  readonly durationMs: number;
}

export interface OutboundSettings {
  /** These networks are allowed too, over plain HTTP and on any port (`WEBHOOK_ALLOW_CIDRS`). */
  readonly allowed: readonly Network[];
  /** These certificate authorities are added to the public ones, as PEM (`WEBHOOK_CA`). */
  readonly ca: string | undefined;
  /** This many bytes of a response are read; the rest is discarded. */
  readonly responseBytes: number;
  readonly resolve?: Resolve | undefined;
  /** An exchange ends after this time. */
  readonly deadlineMs: number;
  readonly connectMs?: number;
}

export type Outbound = ReturnType<typeof createOutbound>;

const CONNECT_MS = 5_000;
/** Idle connections are kept for less than servers keep theirs (ms). */
const IDLE_MS = 4_000;
/** Limits the headers of a response; the process allows far more for the requests that it receives. */
const MAX_HEADER_BYTES = 16_384;

export function createOutbound(settings: OutboundSettings) {
  const { allowed, responseBytes, deadlineMs, resolve = resolveName, connectMs = CONNECT_MS } = settings;
  // The context is made once: as a list of certificates it would also be part of every connection's name.
  const secureContext = getGuardedContext(settings.ca);
  const agentOptions = { keepAlive: true, timeout: IDLE_MS };
  const agents = { "http:": new http.Agent(agentOptions), "https:": new https.Agent(agentOptions) };

  function send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
    reuse: boolean,
    startedAt: number,
  ): Promise<Exchange> {
    return new Promise((done) => {
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const secure = url.protocol === "https:";
      let phase: "dns" | "connect" | "tls" | "response" = literalAddress(url) === undefined ? "dns" : "connect";
      let response: http.IncomingMessage | undefined;
      let timedOut = false;
      const chunks: Buffer[] = [];
      let size = 0;

      const request = (secure ? https : http).request(url, {
        method: bytes === undefined ? "GET" : "POST",
        headers: bytes === undefined ? headers : { ...headers, "Content-Length": bytes.length },
        agent: reuse ? agents[secure ? "https:" : "http:"] : false,
        lookup: guardedLookup(url, allowed, resolve),
        maxHeaderSize: MAX_HEADER_BYTES,
        ...(secure ? { secureContext } : {}),
      });
      const expire = () => {
        timedOut = true;
        request.destroy(new Error("timeout"));
      };
      const deadline = setTimeout(expire, startedAt + deadlineMs - performance.now());
      const connecting = setTimeout(expire, connectMs);

      const finish = (error: RequestError | null) => {
        clearTimeout(deadline);
        clearTimeout(connecting);
        // A database can store no NUL.
        const text = Buffer.concat(chunks).subarray(0, responseBytes).toString("utf8").replaceAll("\0", "\uFFFD");
        done({
          error,
          status: response?.statusCode ?? null,
          body: response === undefined ? null : text,
          truncated: size > responseBytes,
          retryAfter: response?.headers["retry-after"],
          durationMs: Math.round(performance.now() - startedAt),
        });
      };
      const fail = (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection at that moment; a new one decides.
        const stale = request.reusedSocket && response === undefined && !timedOut && error.code === "ECONNRESET";
        if (!stale) return finish(timedOut ? "timeout" : errorClass(error, phase));
        clearTimeout(deadline);
        clearTimeout(connecting);
        send(url, headers, body, false, startedAt).then(done);
      };
      const connected = () => {
        phase = "response";
        clearTimeout(connecting);
      };
      request.on("socket", (socket) => {
        if (request.reusedSocket) return connected();
        socket.once("lookup", (error) => {
          if (error === null) phase = "connect";
        });
        socket.once("connect", () => {
          if (secure) phase = "tls";
          else connected();
        });
        socket.once("secureConnect", connected);
      });
      request.on("error", fail);
      request.on("response", (received) => {
        response = received;
        received.on("data", (chunk: Buffer) => {
          if (size <= responseBytes) chunks.push(chunk);
          size += chunk.length;
          // The response may never end.
          if (size > responseBytes) received.destroy();
        });
        received.on("error", () => undefined);
        received.on("close", () => {
          if (received.complete || size > responseBytes) finish(null);
          else fail(new Error("incomplete"));
        });
      });
      request.end(bytes);
    });
  }

  async function exchange(
    text: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<Exchange> {
    const startedAt = performance.now();
    const url = parseTarget(text);
    const refused = { error: "address", status: null, body: null, truncated: false, retryAfter: undefined } as const;
    if (typeof url === "string") return { ...refused, durationMs: 0 };
    const literal = literalAddress(url);
    if (literal !== undefined && targetProblem(url, [literal], allowed) !== undefined)
      return { ...refused, durationMs: 0 };
    return send(url, headers, body, true, startedAt);
  }

  return {
    /** Returns the URL as it will be requested, or one sentence about why it can't be. */
    check: async (text: string): Promise<{ readonly url: string } | { readonly problem: string }> => {
      const url = parseTarget(text);
      if (typeof url === "string") return { problem: url };
      const literal = literalAddress(url);
      try {
        vetTarget(url, literal === undefined ? await resolve(url.hostname) : [literal], allowed);
        return { url: url.href };
      } catch (error) {
        if (error instanceof RefusedTargetError) return { problem: error.message };
        return { problem: "The host of the URL couldn't be resolved." };
      }
    },
    post: (text: string, headers: Readonly<Record<string, string>>, body: string) => exchange(text, headers, body),
    get: (text: string, headers: Readonly<Record<string, string>>) => exchange(text, headers, undefined),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function errorClass(error: NodeJS.ErrnoException, phase: "dns" | "connect" | "tls" | "response"): RequestError {
  if (error instanceof RefusedTargetError) return "address";
  if (phase !== "response") return phase;
  return error.code?.startsWith("HPE_") ? "protocol" : "disconnect";
}
