/** Makes each request a span, in which the spans of its parts are. */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { getTracer } from "@/lib/monitoring/phases";
import type { Env } from "./context";

/** The dashboard sends its requests here, each as a part of its own trace. */
const FROM_DASHBOARD = "/account/";

export const traceRequests: MiddlewareHandler<Env> = async (c, next) => {
  // Other clients must not choose what is exported.
  const isFromDashboard = c.req.path.startsWith(FROM_DASHBOARD);
  const parent = isFromDashboard ? propagation.extract(ROOT_CONTEXT, c.req.header()) : ROOT_CONTEXT;
  const attributes = { "http.request.method": c.req.method };
  const span = getTracer().startSpan(c.req.method, { kind: SpanKind.SERVER, attributes }, parent);
  // Most are not exported where a part of all traces is.
  if (!span.isRecording()) return next();
  await context.with(trace.setSpan(parent, span), next);
  const [route, { status }] = [routePath(c), c.res];
  span.updateName(`${c.req.method} ${route}`);
  span.setAttributes({
    "http.route": route,
    "http.response.status_code": status,
    "dealflow.request_id": c.get("requestId"),
    "dealflow.workspace_id": c.get("caller")?.workspaceId,
    "dealflow.credits": Number(c.get("creditsUsed") ?? 0),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};
