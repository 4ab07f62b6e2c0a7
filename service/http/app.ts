import { MAX_ADDRESS_BYTES } from "@dealflow/contract/errors";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import type { McpServer } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { routePath } from "hono/route";
import { DOCUMENTS, entityTag, isNotModified } from "@/lib/describe/documents";
import { formatLoggedPath } from "@/lib/monitoring/log-options";
import { enableContexts, measurePhases, type PhaseTimes } from "@/lib/monitoring/phases";
import { mountMcp } from "@/service/mcp/mount";
import type { ObservedRequest } from "@/service/monitoring/metrics";
import { newId } from "@/service/store/new-id";
import { mountAccountRoutes } from "./account/routes";
import { ApiError, errorBody } from "./api-error";
import { acceptsGzip, encodeBody } from "./compress";
import type { Env, Services } from "./context";
import { handleError } from "./error-handler";
import { healthz, readyz } from "./health";
import { allowMethods, mountMeteredRoutes } from "./metered/metered-routes";
import { boundRequestsInProgress } from "./requests-in-progress";
import { enforceDeadline } from "./response-deadline";
import { traceRequests } from "./trace-requests";

interface AppOptions {
  /** Adds to the MCP server of each request; for tests. */
  readonly extendMcp?: ((server: McpServer) => void) | undefined;
  /** Learns of each request when it is answered. */
  readonly observe?: ((request: ObservedRequest) => void) | undefined;
  /** Each request is a trace, or a part of one. */
  readonly tracing?: boolean;
  /** A request that takes longer has a line of its own in the log; 0: none has (ms). */
  readonly slowRequestMs?: number;
}

export function createApp(
  services: Services,
  { extendMcp, observe, tracing = false, slowRequestMs = 0 }: AppOptions = {},
): Hono<Env> {
  const isMeasured = observe !== undefined || tracing;
  if (isMeasured) enableContexts();
  // A slash at the end of a path means the same path.
  const app = new Hono<Env>({ strict: false });

  if (tracing) app.use("*", traceRequests);
  app.use("*", async (c, next) => {
    const startedAt = performance.now();
    const requestId = newId();
    c.set("requestId", requestId);
    // They are set on Node's response: those of Hono are copied and sorted for each response, and once there is one, its body
    // would be sent as a stream, at half the speed. A request without a connection has none.
    c.env?.outgoing?.setHeader(REQUEST_ID_HEADER, requestId);
    c.env?.outgoing?.setHeader("Cache-Control", "no-store");
    let phases: PhaseTimes | undefined;
    if (isMeasured) phases = await measurePhases(next);
    // It returns Hono's context, with the headers of the request and the key in them.
    else await next();
    const ms = performance.now() - startedAt;
    // The last handler that ran is the endpoint's; its path is /* when there is none.
    const route = routePath(c);
    const payment = c.get("payment");
    // A stored answer replaces a refusal; a tool reports one in a response that succeeds.
    const isRefused = !c.res.ok || c.get("tool") !== undefined;
    observe?.({
      method: c.req.method,
      route,
      status: c.res.status,
      ms,
      credits: Number(c.get("creditsUsed") ?? payment?.credits ?? 0),
      refusal: isRefused ? payment?.refusal : undefined,
      signIn: c.get("signIn"),
      phases,
    });
    if (slowRequestMs > 0 && ms > slowRequestMs)
      services.log.warn({ requestId, route, ms: Math.round(ms), filters: c.get("filters"), phases }, "slow request");
    // The log has no query and no key of the path, because a key in the address by mistake must not be logged.
    services.log.info(
      {
        requestId,
        method: c.req.method,
        path: formatLoggedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(ms * 10) / 10,
        workspaceId: c.get("caller")?.workspaceId,
        personId: c.get("viewer")?.personId,
        connectionId: c.get("connection")?.id,
        tool: c.get("tool"),
      },
      "request",
    );
  });

  app.use("*", enforceDeadline);
  app.use("*", (c, next) => {
    if (c.req.url.length > MAX_ADDRESS_BYTES)
      throw new ApiError(
        "HEADERS_TOO_LARGE",
        `the URL has ${c.req.url.length} bytes; the maximum is ${MAX_ADDRESS_BYTES}`,
      );
    return next();
  });

  app.get("/healthz", healthz(services));
  app.get("/readyz", readyz(services));
  mountDocuments(app, services);
  // Health checks and documents are served in any case.
  app.use("*", boundRequestsInProgress());
  mountAccountRoutes(app, services);
  mountMcp(app, services, extendMcp);

  mountMeteredRoutes(app, services);

  app.notFound((c) => {
    const body = errorBody("NOT_FOUND", `no endpoint at ${c.req.path.slice(0, 100)}`, c.get("requestId"));
    return c.body(body, 404, { "Content-Type": "application/json" });
  });
  app.onError((error, c) => handleError(error, c, services.log));
  return app;
}

/** Serves the public documents: cacheable, revalidated by their entity tags, written and compressed at their first request. */
function mountDocuments(app: Hono<Env>, { addresses, version }: Services): void {
  for (const { path, headers, text } of Object.values(DOCUMENTS)) {
    let document: string | undefined;
    let compressed: ReturnType<typeof encodeBody> | undefined;
    app.use(path, allowMethods("GET")).get(path, async (c) => {
      document ??= text(addresses, version);
      const tagged = { ...headers, ETag: entityTag(document) };
      if (isNotModified(tagged.ETag, c.req.header("If-None-Match"))) return c.body(null, 304, tagged);
      const accepted = c.req.header("Accept-Encoding");
      if (acceptsGzip(accepted)) compressed ??= encodeBody(document, accepted);
      const encoded = acceptsGzip(accepted) && compressed ? await compressed : await encodeBody(document, undefined);
      return c.body(encoded.body, 200, { ...tagged, ...encoded.headers });
    });
  }
}
