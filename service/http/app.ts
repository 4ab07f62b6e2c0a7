/** The HTTP application: what every request passes, and where the endpoints are mounted. */
import { Hono, type MiddlewareHandler } from "hono";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@/lib/contract/errors";
import { FEEDS } from "@/lib/contract/feeds";
import { API_KEY_HEADER, API_KEY_PREFIX, REQUEST_ID_HEADER } from "@/lib/contract/headers";
import { newId } from "@/service/store/new-id";
import { ApiError, errorBody } from "./api-error";
import type { Env, Services } from "./context";
import { answerFailure } from "./failure";
import { healthz, readyz } from "./health";
import { listEvents } from "./list-events";

/** Everything behind a key lives here (interface, What the service does, 3). */
const KEYED = "/v1/*";

const KEY_TEXT = new RegExp(`${API_KEY_PREFIX}[0-9A-Za-z]*`, "g");
/** Characters of a path that the log repeats. */
const LOGGED_PATH = 200;

export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>();

  app.use("*", async (c, next) => {
    const startedAt = performance.now();
    const requestId = newId();
    c.set("requestId", requestId);
    // Set before there is a response: touched afterwards, it is copied and its body sent as a stream, at half the speed.
    c.header(REQUEST_ID_HEADER, requestId);
    c.header("Cache-Control", "no-store");
    await next();
    // A key could have been put into the address by mistake: its query is not logged, and no key in its path.
    services.log.info(
      {
        requestId,
        method: c.req.method,
        path: c.req.path.slice(0, LOGGED_PATH).replaceAll(KEY_TEXT, `${API_KEY_PREFIX}…`),
        status: c.res.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        workspaceId: c.get("caller")?.workspaceId,
      },
      "request",
    );
  });

  app.use("*", async (c, next) => {
    if (c.req.url.length > MAX_ADDRESS_BYTES)
      throw new ApiError(
        "HEADERS_TOO_LARGE",
        `the address has ${c.req.url.length} bytes; at most ${MAX_ADDRESS_BYTES}`,
      );
    await next();
  });

  app.get("/healthz", healthz(services));
  app.get("/readyz", readyz(services));

  app.use(KEYED, async (c, next) => {
    const key = c.req.header(API_KEY_HEADER);
    const caller = key === undefined ? undefined : await services.keys.callerOf(key);
    if (caller === undefined)
      throw new ApiError(
        "UNAUTHORIZED",
        key === undefined
          ? `the header ${API_KEY_HEADER} is missing`
          : `the key in ${API_KEY_HEADER} is not valid: it is mistyped, unknown or revoked`,
      );
    c.set("caller", caller);
    const bytes = Number(c.req.header("Content-Length") ?? 0);
    if (bytes > MAX_BODY_BYTES)
      throw new ApiError("PAYLOAD_TOO_LARGE", `the body has ${bytes} bytes; at most ${MAX_BODY_BYTES}`);
    await next();
  });

  for (const name of ["funding", "acquisitions"] as const) {
    app.use(FEEDS[name].path, onlyGet);
    app.get(FEEDS[name].path, listEvents(services, name));
  }

  app.notFound((c) => {
    const body = errorBody("NOT_FOUND", `nothing is at ${c.req.path.slice(0, 100)}`, c.get("requestId"));
    return c.body(body, 404, { "Content-Type": "application/json" });
  });
  app.onError((error, c) => answerFailure(error, c, services.log));
  return app;
}

/** HEAD too is refused: it would be charged for records whose body is thrown away. */
const onlyGet: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method !== "GET")
    throw new ApiError("METHOD_NOT_ALLOWED", `${c.req.method} is not allowed on ${c.req.path}; use GET`, {
      Allow: "GET",
    });
  await next();
};
