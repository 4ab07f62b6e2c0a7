/**
 * Reads the dashboard's settings, with one sentence per invalid value. Nothing else of this program reads
 * `process.env`.
 */
import "server-only";
import { type Network, parseNetwork } from "@/lib/net/address";
import { isLoopback } from "@/lib/net/loopback";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Environment {
  /** When set, requests go to a foreign host at `apiUrl` with this key. */
  readonly apiKey: string | undefined;
  readonly apiUrl: string;
  /** Address of our own service as seen from here. */
  readonly apiInternalUrl: string;
  readonly dashboardUrl: string;
  /** The pages of a foreign host require it; without one only this machine can reach them. */
  readonly dashboardPassword: string | undefined;
  /** Proxies in these networks are trusted to report a browser's address. */
  readonly trustedProxies: readonly Network[];
  /** The API documents are at this address. */
  readonly siteUrl: string;
  /** A relative path is resolved against the working directory. */
  readonly dataDir: string;
  /** It is shared with our own service; without one, the secret in `dataDir` is used. */
  readonly secret: string | undefined;
  /** Multiplies the rate limits per person and per address. */
  readonly rateLimitFactor: number;
  readonly logLevel: LogLevel;
  /** Pages allow what the tools of `npm run dev` need. */
  readonly development: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Has one sentence for each invalid setting, so that all can be corrected before the next start. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

/** Reads and validates all settings. Throws `EnvironmentError`. */
export function readEnvironment(variables: Variables): Environment {
  const errors: string[] = [];
  const variable = (name: string) => variables[name]?.trim() || undefined;

  const port = (name: string, fallback: number): number => {
    const value = variable(name) ?? String(fallback);
    const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (number >= 1 && number <= 65_535) return number;
    errors.push(`${name} must be a port from 1 to 65535; got "${value}".`);
    return fallback;
  };
  const url = (name: string, fallback: string): string => {
    const value = variable(name) ?? fallback;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol))
      errors.push(`${name} must be an http or https URL such as http://localhost:4000; got "${value}".`);
    // The value may hold a password, so it is not repeated.
    else if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "")
      errors.push(`${name} must be a URL without user name, password, query or fragment.`);
    else return parsed.href.replace(/\/+$/, "");
    return fallback;
  };

  const factor = (name: string): number => {
    const value = variable(name) ?? "1";
    const number = /^\d{1,4}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0;
    if (number >= MIN_FACTOR) return number;
    errors.push(`${name} must be a number from ${MIN_FACTOR} to 9999; got "${value}".`);
    return 1;
  };

  const apiPort = port("API_PORT", 4000);
  const dashboardPort = port("DASHBOARD_PORT", 3000);
  const apiKey = variable("API_KEY");
  if (apiKey !== undefined && !HEADER_TEXT.test(apiKey))
    errors.push("API_KEY must be printable ASCII without spaces, because it is sent as a header.");
  const logLevel = variable("LOG_LEVEL") ?? "info";
  const level = LOG_LEVELS.find((candidate) => candidate === logLevel);
  if (level === undefined) errors.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}; got "${logLevel}".`);

  const password = variable("DASHBOARD_PASSWORD");
  if (password !== undefined && password.length < MIN_PASSWORD_LENGTH)
    errors.push(`DASHBOARD_PASSWORD must be at least ${MIN_PASSWORD_LENGTH} characters long.`);
  const trustedProxies = (variable("TRUST_PROXY")?.split(",") ?? []).flatMap((part) => {
    const network = parseNetwork(part.trim());
    if (network === undefined)
      errors.push(
        `TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas; got "${part.trim()}".`,
      );
    return network === undefined ? [] : [network];
  });

  const dashboardUrl = url("DASHBOARD_URL", `http://localhost:${dashboardPort}`);
  const settings: Environment = {
    apiKey,
    apiUrl: url("API_URL", `http://localhost:${apiPort}`),
    apiInternalUrl: url("API_INTERNAL_URL", `http://127.0.0.1:${apiPort}`),
    dashboardUrl,
    dashboardPassword: password,
    trustedProxies,
    siteUrl: url("SITE_URL", dashboardUrl),
    dataDir: variable("DATA_DIR") ?? ".data",
    secret: variable("SECRET"),
    rateLimitFactor: factor("RATE_LIMIT_FACTOR"),
    logLevel: level ?? "info",
    development: variables.NODE_ENV === "development",
  };
  // Nobody signs in on a foreign host, so anyone who reaches the pages spends its credits.
  const open = [variable("HOST") ?? "127.0.0.1", new URL(dashboardUrl).hostname].filter((name) => !isLoopback(name));
  if (apiKey !== undefined && password === undefined && open.length > 0)
    errors.push(
      `DASHBOARD_PASSWORD must be set when API_KEY is set and other machines can reach the dashboard (HOST or DASHBOARD_URL is ${open[0]}).`,
    );
  if (errors.length > 0) throw new EnvironmentError(errors);
  return settings;
}

const MIN_PASSWORD_LENGTH = 12;
const MIN_FACTOR = 0.01;
const HEADER_TEXT = /^[\x21-\x7e]+$/;

let cachedEnvironment: Environment | undefined;

/** Reads the settings on first use, so that a build needs none. */
export function environment(): Environment {
  cachedEnvironment ??= readEnvironment(process.env);
  return cachedEnvironment;
}
