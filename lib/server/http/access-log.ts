/** Writes a line for each request when its response has ended, with the person and the workspace that the service names. */
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PERSON_HEADER, WORKSPACE_HEADER } from "@dealflow/contract/account/people";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { trace } from "@opentelemetry/api";
import type { Logger } from "pino";
import { formatLoggedPath } from "@/lib/monitoring/log-options";
import { getShared } from "../shared";

/** The service named these with its response; a page sends several requests to it, and the last one counts. */
interface Access {
  personId?: string | undefined;
  workspaceId?: string | undefined;
  traceId?: string | undefined;
}

/** Scripts, style sheets and fonts are many for each page, and other programs read health and metrics all the time. */
const QUIET = ["/_next/", "/healthz", "/readyz", "/metrics"];

/** Holds the requests in progress by their ids. Pages and routes may have another instance of this module than the hooks. */
const accesses = getShared("accesses", () => new Map<string, Access>());

/** Begins the line of a request, which `noteAccess` finds by this id. Without an id there is no line. */
export function logAccess(request: IncomingMessage, response: ServerResponse, log: Logger): string {
  const [path = "/"] = (request.url ?? "/").split("?");
  const level = QUIET.some((start) => path.startsWith(start)) ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return "";
  const { method } = request;
  const id = crypto.randomUUID();
  const startedAt = performance.now();
  accesses.set(id, {});
  // This comes for responses that end early too: the browser is gone, or a stream was left.
  response.once("close", () => {
    const { personId, workspaceId, traceId } = accesses.get(id) ?? {};
    accesses.delete(id);
    log[level](
      {
        requestId: response.getHeader(REQUEST_ID_HEADER),
        method,
        path: formatLoggedPath(path),
        status: response.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...{ workspaceId, personId, traceId },
      },
      "request",
    );
  });
  return id;
}

/** Notes who a request is from, as the service's response to a part of it says, and its trace. */
export function noteAccess(id: string | undefined, headers: Headers): void {
  const access = id === undefined ? undefined : accesses.get(id);
  if (access === undefined) return;
  access.personId = headers.get(PERSON_HEADER) ?? access.personId;
  access.workspaceId = headers.get(WORKSPACE_HEADER) ?? access.workspaceId;
  access.traceId = trace.getActiveSpan()?.spanContext().traceId;
}
