/** Starts the service: database, demo data, HTTP; and stops it without cutting what is in progress. */
import { setTimeout as delay } from "node:timers/promises";
import pino, { type Logger } from "pino";
import { createLogOptions } from "@/lib/monitoring/log-options";
import { startTracing } from "@/lib/monitoring/tracing";
import type { LogLevel } from "@/lib/settings/settings-reader";
import { runDueBackup } from "./backup/scheduled-backups";
import { packageVersion, processEnvironment, readConfig, readUnknownSettings } from "./config";
import { createDemoAccount } from "./demo-history";
import { createApp } from "./http/app";
import { createIngestApp } from "./http/ingest-app";
import { createMetricsApp } from "./http/metrics-app";
import { listen } from "./http/server";
import { loadDemoOnce } from "./ingest/demo/load";
import { LOG_SERIALIZERS } from "./log";
import { createMetrics } from "./monitoring/metrics";
import { parseOnlyOptions, UsageError } from "./program-options";
import { createBackupJobs, createScheduledJobs } from "./scheduled-jobs";
import { openSecret } from "./secret";
import { createServices } from "./services";
import { checkConnectionLimit, openStore } from "./store/open";
import type { Summaries } from "./summaries/summaries";
import { createWorker } from "./webhooks/worker";

const OPTIONS = {
  /** Set by the command that also starts the dashboard: tells it when the settings are read, and creates the demo account. */
  "with-dashboard": { type: "boolean" },
  /** Leaves the delivery of webhooks to other processes. */
  "no-worker": { type: "boolean" },
} as const;

async function main(): Promise<void> {
  const options = parseOnlyOptions(process.argv.slice(2), OPTIONS);
  const config = readConfig(processEnvironment());
  const withDashboard = options["with-dashboard"] === true;
  if (withDashboard) process.send?.({ type: "configured" });
  const version = packageVersion();
  const log = openLog(config.logLevel, version);
  for (const sentence of readUnknownSettings()) log.warn(sentence);
  const stopTracing = config.tracing
    ? await startTracing("dealflow-service", version, (sentence) => log.warn(sentence))
    : undefined;
  const store = await openStore(
    config,
    "service",
    (sentence) => log.info(sentence),
    (sentence) => {
      log.fatal(sentence);
      // The launcher repeats the last line of this stream.
      process.stderr.write(`${sentence}\n`);
      process.exit(1);
    },
  );
  const stops: (() => Promise<void>)[] = [store.close];
  if (stopTracing !== undefined) stops.unshift(stopTracing);
  let isStopping = false;
  const stop = once(async (why: string) => {
    isStopping = true;
    log.info({ why }, "stopping");
    for (const step of stops.toReversed()) await step();
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal).then(exit));
  process.on("disconnect", () => void stop("parent process exited").then(exit));

  try {
    await checkConnectionLimit(store, config);
    const demo = config.demo
      ? await loadDemoOnce(store.pool, { now: new Date(), log: (sentence) => log.info(sentence) })
      : undefined;
    const demoKey =
      withDashboard && config.demoAccount
        ? await createDemoAccount(store.pool, new Date(), demo !== undefined)
        : undefined;
    const settings = { ...config, secret: openSecret(config.secret, config.dataDir), version };
    const { services, close } = createServices(store, settings, log);
    stops.push(close);
    const { bulkBuyer, debits, inboxUpdates, limits, outbound, readiness, scheduleRunner, summaries } = services;
    void preload(summaries, config.freeExploreMemoryMb, log).catch((error: unknown) => {
      // Stopping ends the threads that read.
      if (!isStopping) log.error({ err: error }, "reading the feeds for summaries failed");
    });
    await readiness.start();
    const scheduledJobs = createScheduledJobs(store.pool, log, Date.now);
    const metrics =
      config.metrics === undefined
        ? undefined
        : createMetrics({
            ...{ version, pools: store.pools, summaries, dataDir: config.dataDir },
            getFailing: () => readiness.getVerdict().failing,
            getChargesWaiting: () => debits.waiting,
            getBulkCredits: () => bulkBuyer.charged,
            getLedgerMismatches: scheduledJobs.getLedgerMismatches,
          });
    const { tracing, slowRequestMs } = config;
    const app = createApp(services, { observe: metrics?.observeRequest, tracing, slowRequestMs });
    const server = await listen(app, config.host, config.port, "API_PORT");
    stops.push(server.stop);
    if (config.ingest !== undefined) {
      const { port, token } = config.ingest;
      const ingest = await listen(
        createIngestApp({ pool: store.pools.jobs, token, log }),
        config.host,
        port,
        "INGEST_PORT",
      );
      stops.push(ingest.stop);
    }
    if (metrics !== undefined && config.metrics !== undefined) {
      const { host, port } = config.metrics;
      const { stop: stopMetrics } = await listen(createMetricsApp(metrics), host, port, "METRICS_PORT");
      stops.push(stopMetrics);
    }
    // Before the server, which waits for the streams to end.
    stops.push(inboxUpdates.stop);
    stops.push(scheduledJobs.stop);
    scheduledJobs.start();
    const { backups: schedule, dataDir, storage } = config;
    if (schedule !== undefined) {
      const installation = {
        url: store.sessionUrl,
        location: store.location,
        dataDir,
        storage,
        version: settings.version,
      };
      const backUp = (at: Date, signal: AbortSignal) => runDueBackup(installation, schedule, at, signal);
      const backups = createBackupJobs(backUp, log, Date.now);
      stops.push(backups.stop);
      backups.start();
    }
    limits.rates.person.start();
    stops.push(() => limits.rates.person.stop());
    bulkBuyer.start();
    scheduleRunner.start();
    if (options["no-worker"] !== true) {
      const worker = createWorker({ pool: store.pool, outbound, log, payOnceDays: config.payOnceDays });
      stops.push(worker.stop);
      worker.start();
    }
    stops.push(() => {
      readiness.drain();
      server.drain();
      return delay(config.shutdownDelayMs);
    });
    log.info({ address: config.host, port: server.port }, "listening");
    process.send?.({
      type: "ready",
      url: config.apiUrl,
      location: store.location,
      demoAccount: config.demoAccount,
      demoKey,
      demo,
    });
  } catch (error) {
    await stop("startup failed");
    throw error;
  }
}

async function preload(summaries: Summaries, memoryMb: number, log: Logger): Promise<void> {
  const { sampled, unloaded, bytes } = await summaries.preload();
  if (sampled.length + unloaded.length > 0)
    log.warn(
      { sampled, unloaded },
      `feeds do not fit into FREE_EXPLORE_MEMORY_MB (${memoryMb}): numbers of sampled ones are estimates, and the others ` +
        `are counted in PostgreSQL, which is slower; all of them take ${Math.ceil(bytes / 1024 ** 2)}`,
    );
}

/** Lines are buffered and written together: one system call per line cost a tenth of a page. */
function openLog(level: LogLevel, version: string): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  return pino(
    { ...createLogOptions(level, { program: "service", version }), serializers: LOG_SERIALIZERS },
    destination,
  );
}

function once(action: (why: string) => Promise<void>): (why: string) => Promise<void> {
  let running: Promise<void> | undefined;
  return (why) => {
    running ??= action(why);
    return running;
  };
}

function exit(): void {
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
