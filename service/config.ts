/** The settings of the service and its commands: the one place that reads the environment, and checks all of it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { parseEnv } from "node:util";
import { FREE_EXPLORE } from "@dealflow/contract/account/free-explore";
import { nearest } from "@dealflow/contract/query/nearest";
import { isLoopback } from "@/lib/net/address";
import { createSettingsReader, LOG_LEVELS } from "@/lib/settings/settings-reader";
import type { BackupSchedule } from "./backup/scheduled-backups";
import { parseStorageAddress, type StorageSettings } from "./backup/storage";
import { WAL_LEVELS } from "./store/embedded/settings";
import { CONNECTIONS } from "./store/pools/pools";

export type Config = ReturnType<typeof readConfig>;

/** Has one sentence for each invalid setting, so that all can be corrected before the next start. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

const DEFAULT_API_PORT = 4000;
const DEFAULT_DASHBOARD_PORT = 3000;
const DEFAULT_INGEST_PORT = 4002;
const SHORTEST_SECRET = 32;
const SHORTEST_TOKEN = 24;

/** Returns an eighth of the memory of this machine or its container (MB); a million records take 100 MB. */
function defaultMemoryMb(): number {
  // Without a limit of the container, Node returns more than any machine has.
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 8 / 1024 ** 2);
}

/** Reads the settings from an environment; throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const {
    errors: wrong,
    text,
    port,
    wholeNumber,
    factor,
    networks,
    choice,
    tracing,
    metrics,
  } = createSettingsReader(env);

  const postgres = ["postgres:", "postgresql:"];
  const url = (name: string, schemes: readonly string[]): string | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (URL.canParse(given) && schemes.includes(new URL(given).protocol)) return given.replace(/\/$/, "");
    if (schemes === postgres && /^\w+:\/\/[^/?]*,/.test(given)) {
      wrong.push(`${name} names several hosts; use the address of a proxy that leads to the primary, such as HAProxy.`);
      return undefined;
    }
    // The value may hold a password: only its beginning up to the scheme is repeated.
    wrong.push(`${name} must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}.`);
    return undefined;
  };
  const secret = text("SECRET");
  if (secret !== undefined && secret.length < SHORTEST_SECRET)
    wrong.push(`SECRET must have at least ${SHORTEST_SECRET} characters; it has ${secret.length}.`);

  const ingestToken = text("INGEST_TOKEN");
  if (ingestToken !== undefined && !/^[\x21-\x7e]+$/.test(ingestToken))
    wrong.push("INGEST_TOKEN must be printable ASCII without spaces, because a header carries it.");
  else if (ingestToken !== undefined && ingestToken.length < SHORTEST_TOKEN)
    wrong.push(`INGEST_TOKEN must have at least ${SHORTEST_TOKEN} characters; it has ${ingestToken.length}.`);

  const origins = (name: string): readonly string[] =>
    (text(name)?.split(",") ?? []).flatMap((part) => {
      const given = part.trim().replace(/\/$/, "");
      if (given === "*" || (/^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given))
        return given;
      wrong.push(`${name} must be * or origins such as https://app.example.com, separated by commas; got "${given}".`);
      return [];
    });

  const days = (name: string): number => {
    const given = text(name);
    if (given === undefined) return Number.POSITIVE_INFINITY;
    if (/^\d{1,5}$/.test(given)) return Number(given);
    wrong.push(`${name} must be a whole number of days from 0 to 99999, or empty; got "${given}".`);
    return 0;
  };

  const connections = (name: string): number => {
    const number = wholeNumber(name, "connections", CONNECTIONS.default);
    if (number < CONNECTIONS.least) wrong.push(`${name} must be at least ${CONNECTIONS.least}; got "${text(name)}".`);
    return number;
  };

  const certificates = (name: string): string | undefined => {
    const file = text(name);
    if (file === undefined) return undefined;
    try {
      const pem = readFileSync(file, "utf8");
      createSecureContext({ ca: pem });
      if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
    } catch {
      // The sentence below reports it.
    }
    wrong.push(`${name} must be a readable file with certificates in PEM format; got "${file}".`);
    return undefined;
  };

  const folders = (name: string): readonly string[] =>
    (text(name)?.split(",") ?? []).flatMap((part) => {
      const given = part.trim();
      if (path.isAbsolute(given)) return given;
      wrong.push(`${name} must be absolute paths of folders, separated by commas; got "${given}".`);
      return [];
    });

  const timesOfDay = (name: string, fallback: string): number[] =>
    (text(name) ?? fallback).split(",").flatMap((part) => {
      const [, hours = "", minutes = ""] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(part.trim()) ?? [];
      if (hours !== "") return Number(hours) * 60 + Number(minutes);
      wrong.push(`${name} must be times of the day in UTC such as 03:00, separated by commas; got "${part.trim()}".`);
      return [];
    });

  const backups = (): BackupSchedule | undefined => {
    const [directory, address] = [text("BACKUP_DIR"), text("BACKUP_URL")];
    const times = timesOfDay("BACKUP_SCHEDULE", "03:00");
    const keep = wholeNumber("BACKUP_KEEP", "backups", 14);
    if (keep < 1) wrong.push('BACKUP_KEEP must be at least 1; got "0".');
    if (directory !== undefined && !path.isAbsolute(directory))
      wrong.push(`BACKUP_DIR must be the absolute path of a folder; got "${directory}".`);
    if (address !== undefined && parseStorageAddress(address) === undefined)
      wrong.push(`BACKUP_URL must be an address such as s3://bucket/prefix; got "${address}".`);
    if (directory !== undefined && address !== undefined)
      wrong.push("BACKUP_DIR and BACKUP_URL are both set; backups are kept in one place.");
    const location = address ?? directory;
    return location === undefined ? undefined : { location, times: times.sort((a, b) => a - b), keep };
  };

  const storage = (): StorageSettings => {
    const endpoint = text("AWS_ENDPOINT_URL_S3") ?? text("AWS_ENDPOINT_URL");
    if (endpoint !== undefined && !(/^https?:/.test(endpoint) && URL.canParse(endpoint)))
      wrong.push(`AWS_ENDPOINT_URL must be an address that starts with http:// or https://; got "${endpoint}".`);
    const region = text("AWS_REGION") ?? text("AWS_DEFAULT_REGION");
    // Most servers other than Amazon's accept this one.
    return { endpoint, region: region ?? (endpoint === undefined ? undefined : "us-east-1") };
  };

  const dataDir = path.resolve(text("DATA_DIR") ?? ".data");
  for (const [name, folder] of Object.entries({ DATA_DIR: dataDir, BACKUP_DIR: text("BACKUP_DIR") }))
    if (folder !== undefined && existsSync(folder) && !statSync(folder).isDirectory())
      wrong.push(`${name} is ${folder}, which is not a folder.`);
  const apiPort = port("API_PORT", DEFAULT_API_PORT);
  const dashboardPort = port("DASHBOARD_PORT", DEFAULT_DASHBOARD_PORT);
  const web = ["http:", "https:"];
  const dashboardUrl = url("DASHBOARD_URL", web) ?? `http://localhost:${dashboardPort}`;
  const siteUrl = url("SITE_URL", web) ?? dashboardUrl;
  for (const [name, address] of Object.entries({ DASHBOARD_URL: dashboardUrl, SITE_URL: siteUrl }))
    if (new URL(address).pathname !== "/")
      wrong.push(`${name} must have no path, because pages are served from the top of their host; got "${address}".`);
  const host = text("HOST") ?? "127.0.0.1";
  const ingestPort = port("INGEST_PORT", DEFAULT_INGEST_PORT);
  const demo = choice("DEMO", ["0", "1"], "1") === "1";
  const local = isLoopback(host) && isLoopback(new URL(dashboardUrl).hostname);
  const importFolders: readonly string[] = [path.join(dataDir, "imports"), ...folders("IMPORT_FOLDERS")];
  const config = {
    /** Address to listen on. */
    host,
    port: apiPort,
    /** A service that was signaled to stop serves for this long while it is no longer ready. */
    shutdownDelayMs: wholeNumber("SHUTDOWN_DELAY", "seconds", 0) * 1_000,
    /** Public addresses have no slash at their end; that of the site is by default the dashboard's. */
    apiUrl: url("API_URL", web) ?? `http://localhost:${apiPort}`,
    dashboardUrl,
    siteUrl,
    /** Client addresses that proxies in these networks forward are used. */
    trustedProxies: networks("TRUST_PROXY"),
    /** Pages of these origins may call /v1; `*` allows all. */
    corsOrigins: origins("CORS_ORIGINS"),
    /** This absolute path contains secrets and, by default, the database. */
    dataDir,
    /** The operator's server; without one the embedded server is used. */
    databaseUrl: url("DATABASE_URL", postgres),
    /** Set where `databaseUrl` leads to a pooler: the same database without one. */
    sessionUrl: url("DATABASE_SESSION_URL", postgres),
    /** Takes the feed's reads when set. */
    replicaUrl: url("DATABASE_REPLICA_URL", postgres),
    /** A replica that is further behind takes no reads. */
    replicaLagMs: wholeNumber("REPLICA_LAG_MAX", "seconds", 5) * 1_000,
    /** The embedded server logs so much of each change. */
    walLevel: choice("EMBEDDED_WAL_LEVEL", WAL_LEVELS, "minimal"),
    /** The service has at most this many connections to its database. */
    databaseConnections: connections("DATABASE_CONNECTIONS"),
    /** Signs cursors; without one a secret is generated and stored in `dataDir`. */
    secret,
    /** This server takes mail to people; without one, links are in the log. */
    smtpUrl: url("SMTP_URL", ["smtp:", "smtps:"]),
    /** Webhooks may also be sent to these networks, over plain HTTP and on any port too. */
    webhookNetworks: networks("WEBHOOK_ALLOW_CIDRS"),
    /** Receivers of webhooks may also use these certificate authorities, as PEM. */
    webhookCa: certificates("WEBHOOK_CA"),
    /** Scheduled imports may read folders below these absolute paths. */
    importFolders,
    /** The import program, which the service starts, has these settings too. */
    importEnvironment: Object.fromEntries(
      ["EMBEDDED_WAL_LEVEL", "WEBHOOK_ALLOW_CIDRS", "WEBHOOK_CA", "IMPORT_FOLDERS"].flatMap((name) => {
        const given = text(name);
        return given === undefined ? [] : [[name, given] as const];
      }),
    ),
    /** An empty database gets the demo data set. */
    demo,
    /** Both programs are reached at this machine alone. */
    local,
    /** There may be a demo account with the demo data, on this machine alone. */
    demoAccount: demo && local,
    /** Multiplies the requests that a person, and an address, may make on the account pages. */
    rateLimitFactor: factor("RATE_LIMIT_FACTOR"),
    /** People of the dashboard see this much of a result without paying. */
    freeExplore: choice("FREE_EXPLORE", FREE_EXPLORE, "rows"),
    /** A workspace has a record for this many days after a purchase in the dashboard; 0 charges every delivery. */
    payOnceDays: days("PAY_ONCE_DAYS"),
    /** A person may look up this many companies a day without owning them. */
    lookupsPerDay: wholeNumber("LOOKUPS_PER_DAY", "companies", 100),
    /** Summaries are counted from columns, which take this much memory (MB). */
    freeExploreMemoryMb: wholeNumber("FREE_EXPLORE_MEMORY_MB", "megabytes", defaultMemoryMb()),
    /** Sources send reports to this port with this token; without a token, nothing listens there. */
    ingest: ingestToken === undefined ? undefined : { port: ingestPort, token: ingestToken },
    /** The service makes backups; undefined: it makes none. */
    backups: backups(),
    /** Backups in object storage are read and written there. */
    storage: storage(),
    /** Metrics are read here, by default on this machine alone; undefined: there are none. */
    metrics: metrics("METRICS_PORT"),
    /** Traces are exported with OpenTelemetry. */
    tracing: tracing(),
    /** A request that takes longer has a line of its own in the log; 0: none has (ms). */
    slowRequestMs: wholeNumber("SLOW_REQUEST_MS", "milliseconds", 1_000),
    logLevel: choice("LOG_LEVEL", LOG_LEVELS, "info"),
  };
  if (config.databaseUrl === undefined && (config.sessionUrl ?? config.replicaUrl) !== undefined)
    wrong.push("DATABASE_SESSION_URL and DATABASE_REPLICA_URL need DATABASE_URL, the address of the same database.");
  if (wrong.length > 0) throw new ConfigError(wrong);
  return config;
}

/** The SDKs of AWS and OpenTelemetry, Node, the driver of PostgreSQL, compose.yaml and the tests have settings of their own. */
const OTHER_SETTING = /^(AWS_|DEALFLOW_|NODE_|OTEL_|PG|POSTGRES_)/;

/** Returns a sentence for each name in the text of a .env that is no setting; those of .env.example are the settings. */
export function findUnknownSettings(dotenv: string, example: string): string[] {
  const known = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  return Object.keys(parseEnv(dotenv)).flatMap((name) => {
    // Node 20 takes an indented comment, or one at the end of the text, for a name.
    if (known.includes(name) || name.startsWith("#")) return [];
    const near = nearest(name, known);
    if (near !== undefined) return `.env has ${name}, which is no setting; did you mean ${near}?`;
    return OTHER_SETTING.test(name) ? [] : `.env has ${name}, which is no setting.`;
  });
}

/** Returns the sentences about the .env of a clone; an image has none. */
export function readUnknownSettings(): string[] {
  const [dotenv, example] = [new URL("../.env", import.meta.url), new URL("../.env.example", import.meta.url)];
  if (!existsSync(dotenv) || !existsSync(example)) return [];
  return findUnknownSettings(readFileSync(dotenv, "utf8"), readFileSync(example, "utf8"));
}

export function processEnvironment(): Record<string, string | undefined> {
  return process.env;
}

/** The version in package.json, which lies one folder above the bundle and the sources alike. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const parsed: unknown = JSON.parse(text);
  const version = typeof parsed === "object" && parsed !== null && "version" in parsed ? parsed.version : undefined;
  return typeof version === "string" ? version : "unknown";
}
