/** Serves the metrics of this process (GET /metrics) on a port of its own. */
import { Hono } from "hono";
import type { Metrics } from "@/service/monitoring/metrics";
import type { Env } from "./context";

export function createMetricsApp(metrics: Metrics): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/metrics", async (c) => c.body(await metrics.read(), 200, { "Content-Type": metrics.contentType }));
  app.notFound((c) => c.text("There is only GET /metrics here.\n", 404));
  return app;
}
