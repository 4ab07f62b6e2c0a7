/** Mounts the metered endpoints: by key below /v1, and by session for the dashboard. */

import { BUY } from "@dealflow/contract/account/explore";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEED_NAMES, FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { RESPONSE_HEADERS } from "@/lib/describe/openapi/response-headers";
import { limitRequests } from "../account/limits/limits";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { admissionByKey, admissionBySession, boundedBody } from "./admission";
import { buyRecords } from "./buy-records";
import { listFeed } from "./list-feed";
import { createMetered } from "./metered";
import { oneTimeline } from "./timeline";
import { batchOfTimelines } from "./timelines";

/** Everything below it requires a key (interface, What the service does, 3). */
const KEYED = "/v1/*";

export function mountMeteredRoutes(app: Hono<Env>, services: Services): void {
  const metered = createMetered(services);
  if (services.corsOrigins.length > 0) app.use(KEYED, allowOrigins(services.corsOrigins));
  app.use(KEYED, admissionByKey(services), boundedBody);
  for (const path of [accountFeedPath(KEYED), BUY.records.path, BUY.timeline.path, BUY.timelines.path])
    app.use(path, limitRequests(services, "feed", false), admissionBySession(services), boundedBody);
  for (const name of FEED_NAMES) {
    const { path } = FEEDS[name];
    const handler = metered(listFeed(services, name));
    for (const at of [path, accountFeedPath(path)]) app.use(at, allowMethods("GET")).get(at, handler);
  }
  const [one, batch] = [metered(oneTimeline(services, "public")), metered(batchOfTimelines(services, "public"))];
  for (const at of [TIMELINE_PATH, accountFeedPath(TIMELINE_PATH)])
    app.use(at, allowMethods("GET", "POST")).get(at, one).post(at, batch);
  const purchases = [
    [BUY.records.path, metered(buyRecords(services))],
    [BUY.timeline.path, metered(oneTimeline(services, "dashboard"))],
    [BUY.timelines.path, metered(batchOfTimelines(services, "dashboard"))],
  ] as const;
  for (const [path, handler] of purchases) app.use(path, allowMethods("POST")).post(path, handler);
}

/** Answers preflight requests, which have no key. */
function allowOrigins(origins: readonly string[]): MiddlewareHandler<Env> {
  return cors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowMethods: ["GET", "HEAD", "POST"],
    allowHeaders: [API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, "Content-Type"],
    exposeHeaders: RESPONSE_HEADERS.map(({ name }) => name),
    maxAge: 600,
  });
}

/** HEAD is allowed where GET is. */
export function allowMethods(...methods: readonly string[]): MiddlewareHandler<Env> {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return (c, next) => {
    if (!allowed.includes(c.req.method))
      throw new ApiError(
        "METHOD_NOT_ALLOWED",
        `${c.req.method} is not allowed on ${c.req.path}; use ${methods.join(" or ")}`,
        { Allow: allowed.join(", ") },
      );
    return next();
  };
}
