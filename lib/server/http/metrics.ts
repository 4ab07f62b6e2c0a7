/** Serves the metrics of the dashboard to Prometheus, on a port of its own. */
import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Histogram } from "prom-client";
import { createRegistry, DURATION_BUCKETS, getMethodLabel } from "@/lib/monitoring/metrics-registry";
import type { Environment } from "../environment";
import { countStreams } from "./open-streams";
import { CHANNELS, isExchange } from "./request-hooks";

/** Exits when the port is not free, as the service does. */
export function serveMetrics({ host, port }: NonNullable<Environment["metrics"]>, version: string): Server {
  const { registry, gauge } = createRegistry(version);
  gauge("dealflow_open_streams", "Streams of events that are open to browsers.", [], (set) => set({}, countStreams()));
  const duration = new Histogram({
    name: "dealflow_http_request_duration_seconds",
    help: "Time from a request to the end of its response, by kind and status.",
    labelNames: ["method", "kind", "status"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const startedAt = new WeakMap<IncomingMessage, { readonly at: number; readonly kind: string }>();
  const server = createServer(async (request, response) => {
    const isMetrics = request.url === "/metrics";
    response.writeHead(isMetrics ? 200 : 404, { "Content-Type": isMetrics ? registry.contentType : "text/plain" });
    response.end(isMetrics ? await registry.metrics() : "There is only GET /metrics here.\n");
  });
  subscribe(CHANNELS.started, (message) => {
    if (!isExchange(message) || message.server === server) return;
    startedAt.set(message.request, { at: performance.now(), kind: getKind(message.request.url ?? "/") });
  });
  subscribe(CHANNELS.ended, (message) => {
    const started = isExchange(message) ? startedAt.get(message.request) : undefined;
    if (!isExchange(message) || started === undefined) return;
    const { request, response } = message;
    const labels = { method: getMethodLabel(request.method ?? ""), status: String(response.statusCode) };
    duration.observe({ ...labels, kind: started.kind }, (performance.now() - started.at) / 1_000);
  });
  server.once("error", (error) => {
    process.stderr.write(`The port for metrics: ${error.message}; set DASHBOARD_METRICS_PORT to a free port.\n`);
    process.exit(1);
  });
  // It does not keep the program from ending.
  return server.listen(port, host).unref();
}

/** Paths with ids in them would each be a series of their own. */
function getKind(path: string): "page" | "api" | "asset" {
  if (path.startsWith("/api/")) return "api";
  return path.startsWith("/_next/") ? "asset" : "page";
}
