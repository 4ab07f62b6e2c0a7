/** The settings of the service and its commands: the one place that reads the environment, and checks all of it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { FREE_EXPLORE, type FreeExplore } from "@dealflow/contract/account/free-explore";
import { type Network, parseNetwork } from "@/lib/net/address";

export interface Config {
  /** Address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Public addresses, without a slash at their end: of the API, of the dashboard, of the site (by default the dashboard's). */
  readonly apiUrl: string;
  readonly dashboardUrl: string;
  readonly siteUrl: string;
  /** Networks of trusted proxies, whose forwarded client addresses are used. */
  readonly trustedProxies: readonly Network[];
  /** Origins whose pages may call /v1; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Directory of secrets and, by default, the database; absolute. */
  readonly dataDir: string;
  /** A server of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Takes the feed's reads when set. */
  readonly replicaUrl: string | undefined;
  /** Signs cursors; undefined: generated and stored in `dataDir`. */
  readonly secret: string | undefined;
  /** The server that takes mail to people; undefined: links are in the log. */
  readonly smtpUrl: string | undefined;
  /** Networks that webhooks may also be sent to, over plain HTTP and on any port too. */
  readonly webhookNetworks: readonly Network[];
  /** Certificate authorities that receivers of webhooks may also use, as PEM. */
  readonly webhookCa: string | undefined;
  /** Whether an empty database gets the demo data set. */
  readonly demo: boolean;
  /** Whether both programs are reached at this machine alone. */
  readonly local: boolean;
  /** Whether there may be a demo account: with the demo, on this machine alone. */
  readonly demoAccount: boolean;
  /** Multiplies the requests that a person, and an address, may make on the account pages. */
  readonly rateLimitFactor: number;
  /** What people of the dashboard see of a result without paying. */
  readonly freeExplore: FreeExplore;
  /** For how long a workspace has a record that it purchased in the dashboard; Infinity: forever; 0: every delivery is charged. */
  readonly payOnceDays: number;
  /** Companies that a person may look up a day without owning them. */
  readonly lookupsPerDay: number;
  /** Memory for the columns that summaries are counted from (MB). */
  readonly freeExploreMemoryMb: number;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All invalid settings, one sentence each, so that they can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

const DEFAULT_API_PORT = 4000;
const DEFAULT_DASHBOARD_PORT = 3000;
const SHORTEST_SECRET = 32;
const LEAST_FACTOR = 0.01;

/** Reads the settings from an environment; throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;

  const port = (name: string, fallback: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const number = /^\d{1,5}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= 65_535) return number;
    wrong.push(`${name} must be a port from 1 to 65535; got "${given}".`);
    return fallback;
  };
  const url = (name: string, schemes: readonly string[]): string | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (URL.canParse(given) && schemes.includes(new URL(given).protocol)) return given.replace(/\/$/, "");
    // The value may hold a password: only its beginning up to the scheme is repeated.
    wrong.push(`${name} must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}.`);
    return undefined;
  };
  const choice = <const T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const given = text(name);
    const found = allowed.find((value) => value === given);
    if (given !== undefined && found === undefined)
      wrong.push(`${name} must be one of ${allowed.join(", ")}; got "${given}".`);
    return found ?? fallback;
  };
  const secret = text("SECRET");
  if (secret !== undefined && secret.length < SHORTEST_SECRET)
    wrong.push(`SECRET must have at least ${SHORTEST_SECRET} characters; it has ${secret.length}.`);

  const networks = (name: string): Network[] =>
    (text(name)?.split(",") ?? []).flatMap((part) => {
      const network = parseNetwork(part.trim());
      if (network === undefined)
        wrong.push(
          `${name} must be addresses or networks such as 10.0.0.0/8, separated by commas; got "${part.trim()}".`,
        );
      return network === undefined ? [] : [network];
    });

  const origins = (name: string): string[] =>
    (text(name)?.split(",") ?? []).flatMap((part) => {
      const given = part.trim().replace(/\/$/, "");
      if (given === "*" || (/^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given))
        return given;
      wrong.push(`${name} must be * or origins such as https://app.example.com, separated by commas; got "${given}".`);
      return [];
    });

  const factor = (name: string): number => {
    const given = text(name) ?? "1";
    const number = /^\d{1,4}(?:\.\d{1,3})?$/.test(given) ? Number(given) : 0;
    if (number >= LEAST_FACTOR) return number;
    wrong.push(`${name} must be a number from ${LEAST_FACTOR} to 9999; got "${given}".`);
    return 1;
  };

  const days = (name: string): number => {
    const given = text(name);
    if (given === undefined) return Number.POSITIVE_INFINITY;
    if (/^\d{1,5}$/.test(given)) return Number(given);
    wrong.push(`${name} must be a whole number of days from 0 to 99999, or empty; got "${given}".`);
    return 0;
  };

  const wholeNumber = (name: string, unit: string, fallback: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    if (/^\d{1,6}$/.test(given)) return Number(given);
    wrong.push(`${name} must be a whole number of ${unit} from 0 to 999999; got "${given}".`);
    return fallback;
  };

  const certificates = (name: string): string | undefined => {
    const file = text(name);
    if (file === undefined) return undefined;
    try {
      const pem = readFileSync(file, "utf8");
      createSecureContext({ ca: pem });
      if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
    } catch {
      // Reported below.
    }
    wrong.push(`${name} must be a readable file with certificates in PEM format; got "${file}".`);
    return undefined;
  };

  const apiPort = port("API_PORT", DEFAULT_API_PORT);
  const dashboardPort = port("DASHBOARD_PORT", DEFAULT_DASHBOARD_PORT);
  const web = ["http:", "https:"];
  const postgres = ["postgres:", "postgresql:"];
  const dashboardUrl = url("DASHBOARD_URL", web) ?? `http://localhost:${dashboardPort}`;
  const host = text("HOST") ?? "127.0.0.1";
  const demo = choice("DEMO", ["0", "1"], "1") === "1";
  const local = isLoopback(host) && isLoopback(new URL(dashboardUrl).hostname);
  const config: Config = {
    host,
    port: apiPort,
    apiUrl: url("API_URL", web) ?? `http://localhost:${apiPort}`,
    dashboardUrl,
    siteUrl: url("SITE_URL", web) ?? dashboardUrl,
    trustedProxies: networks("TRUST_PROXY"),
    corsOrigins: origins("CORS_ORIGINS"),
    dataDir: path.resolve(text("DATA_DIR") ?? ".data"),
    databaseUrl: url("DATABASE_URL", postgres),
    replicaUrl: url("DATABASE_REPLICA_URL", postgres),
    secret,
    smtpUrl: url("SMTP_URL", ["smtp:", "smtps:"]),
    webhookNetworks: networks("WEBHOOK_ALLOW_CIDRS"),
    webhookCa: certificates("WEBHOOK_CA"),
    demo,
    local,
    demoAccount: demo && local,
    rateLimitFactor: factor("RATE_LIMIT_FACTOR"),
    freeExplore: choice("FREE_EXPLORE", FREE_EXPLORE, "rows"),
    payOnceDays: days("PAY_ONCE_DAYS"),
    lookupsPerDay: wholeNumber("LOOKUPS_PER_DAY", "companies", 100),
    freeExploreMemoryMb: wholeNumber("FREE_EXPLORE_MEMORY_MB", "megabytes", 512),
    logLevel: choice("LOG_LEVEL", LOG_LEVELS, "info"),
  };
  if (wrong.length > 0) throw new ConfigError(wrong);
  return config;
}

/** Of names, `localhost` and those below it (RFC 6761) are this machine. */
function isLoopback(host: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** The environment of this process. */
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
