/**
 * What is done with every request before Next sees it, as Node announces it: Next believes an `X-Forwarded-For` that the
 * browser wrote itself, and writes the headers of all answers down at build time, when nobody knows the address.
 */
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isSecure } from "@/lib/contract/account-people";
import { exactAddress, type Network } from "@/lib/net/address";
import { shared } from "./shared";

/** Where the socket's address stands for the routes, behind a mark that no browser can know. */
const SOCKET_HEADER = "x-dealflow-socket";
/** Two years, in seconds. */
const HSTS = "max-age=63072000";

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** From now on, for all servers of this program; once is enough. */
export function watchRequests(dashboardUrl: string): void {
  const secure = isSecure(dashboardUrl);
  // Next compiles this for the edge as well, where it never runs and Node's modules cannot be imported.
  globalThis.process.getBuiltinModule("node:diagnostics_channel").subscribe("http.server.request.start", (message) => {
    if (!isStarted(message)) return;
    const { request, response } = message;
    request.headers[SOCKET_HEADER] = `${mark()} ${request.socket.remoteAddress ?? ""}`;
    if (secure) response.setHeader("Strict-Transport-Security", HSTS);
  });
}

/** The browser's address; undefined when nobody vouches for it. */
export function addressIn(headers: Headers, trusted: readonly Network[]): string | undefined {
  const [told, socket] = (headers.get(SOCKET_HEADER) ?? "").split(" ");
  if (told !== mark() || socket === undefined || socket === "") return undefined;
  return exactAddress(socket, headers.get("x-forwarded-for") ?? undefined, trusted);
}

function mark(): string {
  return shared("socket-mark", () => crypto.randomUUID());
}

function isStarted(message: unknown): message is Started {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
