/** Starts the service: database, demo data, HTTP; and stops it without cutting what is in progress. */
import pino, { type Logger } from "pino";
import { CLIENT_DOCUMENT, MCP_PATH } from "@/lib/contract/oauth";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-events";
import { createStatistics } from "@/service/feed/estimate";
import { createFeeds } from "@/service/feed/feeds";
import { openBadKeys } from "./accounts/bad-keys";
import { createKeyAuthenticator } from "./accounts/keys";
import { retireLocalKey } from "./accounts/local-key";
import { createOAuthServer } from "./accounts/oauth/server";
import { ensureDemoAccount } from "./accounts/people/demo";
import { createPeople } from "./accounts/people/people";
import { ConfigError, type LogLevel, packageVersion, processEnvironment, readConfig } from "./config";
import { openDebits } from "./credits/debit";
import { createRateCache } from "./credits/rates";
import { createAccountLimits } from "./http/account/limits";
import { createApp } from "./http/app";
import { listen } from "./http/server";
import { createInboxUpdates } from "./inbox/updates";
import { hasDemo, loadDemoOnce } from "./ingest/demo/load";
import { LOG_SERIALIZERS } from "./log";
import { createOutbound } from "./net/outbound";
import { createScheduledJobs } from "./scheduled-jobs";
import { openSecret } from "./secret";
import { openStore } from "./store/open";
import { createSummaries } from "./summaries/summaries";
import { createWorker } from "./webhooks/worker";

/** Set by the command that also starts the dashboard: creates the demo account of this machine. */
const DEMO_ACCOUNT = "--demo-account";
/** Leaves the delivery of webhooks to other processes. */
const NO_WORKER = "--no-worker";
/** The check for demo data is cached for this long (ms): it changes only when an operator removes it. */
const DEMO_CACHE_TTL_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(processEnvironment());
  const log = openLog(config.logLevel);
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
  const stop = once(async (why: string) => {
    log.info({ why }, "stopping");
    for (const step of stops.toReversed()) await step();
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal).then(exit));
  process.on("disconnect", () => void stop("parent process exited").then(exit));

  try {
    const demo = config.demo
      ? await loadDemoOnce(store.pool, { now: new Date(), log: (sentence) => log.info(sentence) })
      : undefined;
    const withDashboard = process.argv.includes(DEMO_ACCOUNT);
    if (withDashboard && (await retireLocalKey(store.pool, config.dataDir, new Date())))
      log.info("revoked the local dashboard key: people sign in now");
    const demoKey = withDashboard && config.demoAccount ? await ensureDemoAccount(store.pool, new Date()) : undefined;
    const secret = openSecret(config.secret, config.dataDir);
    const { dashboardUrl, smtpUrl } = config;
    const people = createPeople(
      store.pools,
      { dashboardUrl, smtpUrl, secret, demo: config.demoAccount },
      log,
      Date.now,
    );
    stops.push(people.mail.close);
    const outbound = createOutbound({
      allowed: config.webhookNetworks,
      ca: config.webhookCa,
      responseBytes: WEBHOOK_LIMITS.responseBytes,
    });
    stops.push(async () => outbound.close());
    const inboxUpdates = createInboxUpdates(store.pools.main, log, Date.now);
    // What clients write leads nowhere private, whatever webhooks may reach.
    const documents = createOutbound({
      allowed: [],
      ca: undefined,
      responseBytes: CLIENT_DOCUMENT.bytes,
      deadlineMs: CLIENT_DOCUMENT.deadlineMs,
    });
    stops.push(async () => documents.close());
    const summaries = createSummaries(store.pools, {
      databaseUrl: config.replicaUrl ?? store.url,
      memoryBytes: config.freeExploreMemoryMb * 1024 * 1024,
    });
    stops.push(summaries.stop);
    const limits = createAccountLimits({ factor: config.rateLimitFactor });
    const oauth = createOAuthServer(
      { dashboardUrl, resource: `${config.apiUrl}${MCP_PATH}`, secret },
      {
        pool: store.pools.main,
        people,
        outbound: documents,
        mayFetch: (address) => limits.rates.registration.consume(address) === 0,
        now: Date.now,
      },
      (error) => log.error({ err: error }, "request of an MCP client failed"),
    );
    const app = createApp({
      pools: store.pools,
      feeds: createFeeds(store.pools, createStatistics(store.pools.totals, Date.now), config.replicaUrl === undefined),
      summaries,
      keys: createKeyAuthenticator(store.pools, Date.now),
      badKeys: openBadKeys(store.pools.main, Date.now),
      debits: openDebits(store.pools.debits, () => new Date()),
      rates: createRateCache("requests"),
      trustedProxies: config.trustedProxies,
      addresses: config,
      people,
      oauth,
      limits,
      secret,
      freeExplore: config.freeExplore,
      payOnceDays: config.payOnceDays,
      outbound,
      inboxUpdates,
      log,
      version: packageVersion(),
      demo: cachedFor(() => hasDemo(store.pool), DEMO_CACHE_TTL_MS),
    });
    const server = await listen(app, config.host, config.port);
    stops.push(server.stop);
    // Before the server, which waits for the streams to end.
    stops.push(inboxUpdates.stop);
    const scheduledJobs = createScheduledJobs(store.pool, log, Date.now);
    stops.push(scheduledJobs.stop);
    scheduledJobs.start();
    if (!process.argv.includes(NO_WORKER)) {
      const worker = createWorker({ pool: store.pool, outbound, log });
      stops.push(worker.stop);
      worker.start();
    }
    if (config.freeExplore !== "off")
      summaries
        .preload()
        .catch((error: unknown) => log.error({ err: error }, "reading the feeds for summaries failed"));
    log.info({ host: config.host, port: server.port }, "listening");
    process.send?.({
      type: "ready",
      url: config.apiUrl,
      place: store.location,
      demoAccount: config.demoAccount,
      demoKey,
      demo,
    });
  } catch (error) {
    await stop("startup failed");
    throw error;
  }
}

/** Lines are buffered and written together: one system call per line cost a tenth of a page. */
function openLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: LOG_SERIALIZERS },
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

/** Caches the last result for a while. */
function cachedFor<T>(load: () => Promise<T>, ttlMs: number): () => Promise<T> {
  let cached: { value: Promise<T>; expiresAt: number } | undefined;
  return () => {
    if (cached === undefined || cached.expiresAt < Date.now())
      cached = { value: load(), expiresAt: Date.now() + ttlMs };
    return cached.value;
  };
}

function exit(): void {
  process.exit(0);
}

function formatError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error)
    return `Port ${error.port} is already in use; set API_PORT to a free port.`;
  return error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${formatError(error)}\n`);
  process.exit(1);
});
