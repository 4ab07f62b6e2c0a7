/** Creates what the endpoints work with from the settings of the service. */

import path from "node:path";
import { CLIENT_DOCUMENT, MCP_PATH } from "@dealflow/contract/oauth";
import { WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type { Logger } from "pino";
import { openBadKeys } from "./accounts/bad-keys";
import { createKeyAuthenticator } from "./accounts/keys";
import { createOAuthServer } from "./accounts/oauth/server";
import { createPeople, type People } from "./accounts/people/people";
import { createBulkBuyer } from "./bulk-purchases/buyer";
import type { Config } from "./config";
import { openDebits } from "./credits/debit";
import { createRateCache } from "./credits/rates";
import { createStatistics } from "./feed/estimate";
import { createFeeds } from "./feed/feeds";
import { createAccountLimits } from "./http/account/limits/limits";
import { createReadiness } from "./http/health";
import { ImportFiles } from "./import-files/import-files";
import { createInboxUpdates } from "./inbox/updates";
import { createQualityReader } from "./ingest/quality/quality-reader";
import { createOutbound, type OutboundSettings } from "./net/outbound";
import { createImportJobs } from "./scheduled-jobs";
import type { Pools } from "./store/pools/pools";
import { createSummaries } from "./summaries/summaries";

type ServiceSettings = Pick<
  Config,
  | "apiUrl"
  | "dashboardUrl"
  | "siteUrl"
  | "trustedProxies"
  | "corsOrigins"
  | "replicaUrl"
  | "smtpUrl"
  | "webhookNetworks"
  | "webhookCa"
  | "local"
  | "demoAccount"
  | "backups"
  | "rateLimitFactor"
  | "freeExplore"
  | "payOnceDays"
  | "lookupsPerDay"
  | "freeExploreMemoryMb"
  | "dataDir"
  | "importFolders"
  | "importEnvironment"
> & {
  readonly secret: string;
  readonly version: string;
  /** Resolves names in requests to addresses that people enter; by default with DNS. */
  readonly resolve?: OutboundSettings["resolve"];
  /** The clock of caches and limits: ms since 1970, by default the system's. */
  readonly now?: () => number;
  /** Hashes passwords; by default at the full cost. */
  readonly hashing?: People["hashing"];
  readonly inboxPollMs?: number;
  readonly threadBundle?: URL;
  /** The bundle of the import program; by default next to the bundle of the service. */
  readonly importProgram?: URL;
};

export function createServices(
  { pools, sessionUrl }: { readonly pools: Pools; readonly sessionUrl: string },
  settings: ServiceSettings,
  log: Logger,
) {
  const { dashboardUrl, smtpUrl, secret, local, demoAccount: demo, resolve, now = Date.now } = settings;
  const people = createPeople(pools, { dashboardUrl, smtpUrl, secret, demo, local }, log, now, settings.hashing);
  const outbound = createOutbound({
    allowed: settings.webhookNetworks,
    ca: settings.webhookCa,
    responseBytes: WEBHOOK_LIMITS.responseBytes,
    deadlineMs: WEBHOOK_LIMITS.responseMs,
    resolve,
  });
  // Addresses that MCP clients register are always public ones, even where webhooks may reach private ones.
  const documents = createOutbound({
    allowed: [],
    ca: undefined,
    responseBytes: CLIENT_DOCUMENT.bytes,
    deadlineMs: CLIENT_DOCUMENT.deadlineMs,
    resolve,
  });
  const summaries = createSummaries(pools, {
    databaseUrl: settings.replicaUrl ?? sessionUrl,
    purchasesUrl: sessionUrl,
    snapshotDirectory: path.join(settings.dataDir, "summaries"),
    memoryBytes: settings.freeExploreMemoryMb * 1024 * 1024,
    threadBundle: settings.threadBundle,
  });
  const limits = createAccountLimits(pools.jobs, { factor: settings.rateLimitFactor });
  const oauth = createOAuthServer(
    { dashboardUrl, resource: `${settings.apiUrl}${MCP_PATH}`, secret },
    {
      pool: pools.main,
      people,
      outbound: documents,
      mayFetch: (address) => limits.rates.registration.consume(address) === 0,
      now,
    },
    (error) => log.error({ err: error }, "request of an MCP client failed"),
  );
  const debits = openDebits(pools.debits, () => new Date());
  const { payOnceDays } = settings;
  const bulkBuyer = createBulkBuyer({ pools, debits, summaries, payOnceDays, log });
  const importFiles = new ImportFiles({
    databaseUrl: sessionUrl,
    dataDir: settings.dataDir,
    program: settings.importProgram ?? new URL("./import.mjs", import.meta.url),
    environment: settings.importEnvironment,
  });
  const importQuality = createQualityReader(pools.jobs);
  const scheduleRunner = createImportJobs(pools.jobs, importFiles, log);
  const readiness = createReadiness(pools, summaries, log);
  return {
    services: {
      pools,
      feeds: createFeeds(pools, createStatistics(pools.primary.fixed, now), pools.replica === undefined, summaries),
      summaries,
      bulkBuyer,
      importFiles,
      scheduleRunner,
      importQuality,
      /** Scheduled imports may read folders below these absolute paths. */
      importFolders: settings.importFolders,
      keys: createKeyAuthenticator(pools, now),
      badKeys: openBadKeys(pools.main, now),
      debits,
      rates: createRateCache(),
      /** Client addresses that proxies in these networks forward are used. */
      trustedProxies: settings.trustedProxies,
      /** Pages of these origins may call /v1; `*` allows all. */
      corsOrigins: settings.corsOrigins,
      /** The documents that describe the interface name these public addresses. */
      addresses: { apiUrl: settings.apiUrl, siteUrl: settings.siteUrl, dashboardUrl },
      people,
      oauth,
      limits,
      /** Signs cursors. */
      secret,
      /** People of the dashboard see this much of a result without paying. */
      freeExplore: settings.freeExplore,
      /** A workspace has a record for this many days after a purchase in the dashboard; 0 charges every delivery. */
      payOnceDays,
      /** A person may look up this many companies a day without owning them. */
      lookupsPerDay: settings.lookupsPerDay,
      /** It sends requests to addresses that people enter. */
      outbound,
      inboxUpdates: createInboxUpdates(pools.main, log, now, settings.inboxPollMs),
      log,
      makesBackups: settings.backups !== undefined,
      version: settings.version,
      readiness,
    },
    /** Closes what the services opened, but not the pools. */
    close: async () => {
      readiness.stop();
      await bulkBuyer.stop();
      const stopped = scheduleRunner.stop();
      await importQuality.stop();
      await importFiles.close();
      await stopped;
      await summaries.stop();
      documents.close();
      outbound.close();
      await people.mail.close();
    },
  };
}
