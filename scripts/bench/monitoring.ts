/**
 * Runs `npm run bench -- monitoring`: the processor time of the service for a page from memory, the cheapest request, without
 * metrics and traces, with metrics, and with traces of a part or of all requests. The services take turns over one database.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { Program } from "../test-runner/built-programs";
import { freePort } from "../test-runner/free-port";
import { inTurn, measure } from "./harness/load";
import { type Metric, median, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { processorTimeMs } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 5;
/** Metrics and traces may make requests take this much longer, relative to the same without them. */
const MOST_RATIO = 1.02;

export async function benchMonitoring(options: BenchOptions<"monitoring">): Promise<void> {
  const { events, rounds, seconds } = options;
  await runBench("monitoring", options, async ({ openMarket, startService }) => {
    const { url, pools } = await openMarket("bench_monitoring", events);
    const { key } = await openAccount(pools.main, "bench");
    const collector = await startCollector();
    const metricsPort = async () => ({ METRICS_PORT: String(await freePort()) });
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const part = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.01" };
    const start = (settings: Readonly<Record<string, string>>) =>
      startService(url, { RATE_LIMIT_FACTOR: "9999", ...settings });
    const services = {
      neither: await start({}),
      "the same again": await start({}),
      metrics: await start(await metricsPort()),
      "metrics, and traces of one request in a hundred": await start({ ...(await metricsPort()), ...traces, ...part }),
      "metrics, and traces of all requests": await start({ ...(await metricsPort()), ...traces }),
    };
    const requests = [{ path: `${FEEDS.funding.path}?limit=20`, headers: { [API_KEY_HEADER]: key } }];
    const timeOfPage =
      ({ child, url }: Program, duration: number) =>
      async (warmsUp: boolean) => {
        const before = processorTimeMs(child);
        const load = { url, requests, connections: CONNECTIONS, seconds: warmsUp ? WARM_UP_SECONDS : duration };
        const { rate } = await measure(load);
        return (processorTimeMs(child) - before) / (rate * load.seconds);
      };
    const work = Object.entries(services).map(([kind, service]) => [kind, timeOfPage(service, seconds)] as const);
    const [[, base = []] = [], ...others] = Object.entries(await inTurn(rounds, Object.fromEntries(work)));
    collector.close();
    const metrics: Metric[] = [{ what: "neither: processor time of a page, ms", value: round(median(base), 3) }];
    for (const [kind, found] of others) {
      // Turn by turn, because the machine may become slower or faster meanwhile.
      const ratio = median(found.map((time, turn) => time / (base[turn] ?? Number.NaN)));
      metrics.push({ what: `${kind}, relative to neither`, value: round(ratio, 3), budget: { most: MOST_RATIO } });
    }
    return metrics;
  });
}

/** Accepts spans, and forgets them. */
async function startCollector(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
