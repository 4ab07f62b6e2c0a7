/** Listens, and stops gracefully. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { MAX_ADDRESS_BYTES } from "@dealflow/contract/errors";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { newId } from "@/service/store/new-id";
import { ApiError, errorBody } from "./api-error";
import type { Env } from "./context";

/** All headers together may be longer than the longest address, which other headers may repeat. */
const MAX_HEADER_BYTES = 4 * MAX_ADDRESS_BYTES;

/** Every response has this, so that browsers do not guess another type. */
const NO_SNIFFING = ["X-Content-Type-Options", "nosniff"] as const;

/** A client that neither sends the rest of its request nor reads its response must not keep the service from stopping (ms). */
const FINISH_WITHIN_MS = 20_000;

export type RunningServer = Awaited<ReturnType<typeof listen>>;

/** @param setting the sentence about a port that another program uses names it */
export async function listen(app: Hono<Env>, host: string, port: number, setting: string) {
  const handle = getRequestListener(app.fetch, { errorHandler: refuseUrl });
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  const server = createServer(
    // Node rejects a request without a Host header before this server sees it, and without the envelope.
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 75_000, requireHostHeader: false },
    (request, response) => {
      response.setHeader(...NO_SNIFFING);
      if (isDraining) response.shouldKeepAlive = false;
      const problem = requestProblem(request);
      return problem === undefined ? handle(request, response) : refuse(response, problem);
    },
  );
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1); Node would reject it without the envelope.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", handleClientError);
  const unused = unusedConnections(server);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} on ${host} is already in use; set ${setting} to a free port.`)
          : error,
      );
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    /** Lets every response end its connection, so that none is idle, and about to be used again, when it stops. */
    drain,
    /** Stops accepting, lets requests in progress finish within this time (ms), then closes. */
    stop: (finishWithinMs = FINISH_WITHIN_MS) => {
      drain();
      return stop(server, unused, finishWithinMs);
    },
  };
}

/** Connections that were opened but not used yet: Node does not count them among the idle ones. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  return unused;
}

function stop(server: Server, unused: ReadonlySet<Socket>, finishWithinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = () => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    };
    server.close(() => resolve());
    closeIdle();
    // A connection whose request has just ended becomes idle and would be kept alive, so the next sweep closes it.
    const sweep = setInterval(closeIdle, 50);
    const bound = setTimeout(() => server.closeAllConnections(), finishWithinMs);
    server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(bound);
    });
  });
}

/** Returns the problem of a request that is valid HTTP but must not reach this server. */
function requestProblem({ method, url = "", headersDistinct }: IncomingMessage): ApiError | undefined {
  if (method === "TRACE")
    return new ApiError("METHOD_NOT_ALLOWED", "TRACE is not allowed here", { Allow: "GET, POST" });
  if (!url.startsWith("/"))
    return new ApiError("INVALID_INPUT", "the request line must have a path, not a whole address");
  const [host, another] = headersDistinct.host ?? [];
  if (host === undefined) return new ApiError("INVALID_INPUT", "the request has no Host header");
  // A server and a proxy before it could each believe another one (RFC 9112, section 3.2).
  return another === undefined ? undefined : new ApiError("INVALID_INPUT", "the request has several Host headers");
}

function refuse(response: ServerResponse, problem: ApiError): void {
  const { headers, body } = describeRefusal(problem);
  response.writeHead(problem.status, headers).end(body);
}

/** Answers a request whose Host and path are not a URL; the application, which throws nothing, never sees it. */
function refuseUrl(): Response {
  const problem = new ApiError("INVALID_INPUT", "the Host header and the path are not a valid URL");
  const { headers, body } = describeRefusal(problem);
  return new Response(body, { status: problem.status, headers });
}

function describeRefusal({ code, message, headers }: ApiError) {
  const requestId = newId();
  return {
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      [REQUEST_ID_HEADER]: requestId,
    },
    body: errorBody(code, message, requestId),
  };
}

/** Requests that Node's parser rejects never reach the application; they get the same envelope. */
export function handleClientError(error: Error & { code?: string }, socket: Duplex): void {
  // Node gives up on a connection that is open for a minute without a whole request. One that a client has opened in advance
  // would take an answer for that of the request it is about to send, so it is closed like any idle one.
  if (error.code === "ECONNRESET" || error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new ApiError("HEADERS_TOO_LARGE", `the headers are larger than ${MAX_HEADER_BYTES} bytes`)
      : new ApiError("INVALID_INPUT", "the request is not valid HTTP");
  const { headers, body } = describeRefusal(problem);
  const lines = [...Object.entries(headers), NO_SNIFFING, ["Content-Length", Buffer.byteLength(body)]].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}Connection: close\r\n\r\n${body}`,
  );
}
