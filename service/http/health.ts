/** `/healthz`: the process runs. `/readyz`: it can answer, because its database does. Neither needs a key. */
import type { Handler } from "hono";
import type { Env, Services } from "./context";

export function healthz(services: Services): Handler<Env> {
  return async (c) => c.json({ status: "ok", version: services.version, demo: await services.demo() });
}

export function readyz(services: Services): Handler<Env> {
  return async (c) => {
    const ready = await services.pools.main.query("select 1").then(
      () => true,
      () => false,
    );
    return c.json({ status: ready ? "ready" : "no database" }, ready ? 200 : 503);
  };
}
