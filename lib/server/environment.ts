/**
 * Reads the dashboard's settings, with one sentence per invalid value. Nothing else of this program reads
 * `process.env`.
 */
import "server-only";
import type { Network } from "@/lib/net/address";
import { isLoopback } from "@/lib/net/loopback";
import { createSettingsReader, LOG_LEVELS, type LogLevel } from "@/lib/settings/settings-reader";

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
  readonly siteUrl: string;
  /** A relative path is resolved against the working directory. */
  readonly dataDir: string;
  /** It is shared with our own service; without one, the secret in `dataDir` is used. */
  readonly secret: string | undefined;
  /** Multiplies the rate limits per person and per address. */
  readonly rateLimitFactor: number;
  /** It serves on for so long after a stop signal, while `/readyz` says that it stops. */
  readonly shutdownDelayMs: number;
  readonly logLevel: LogLevel;
  /** Metrics are read here, by default on this machine alone; undefined: there are none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly tracing: boolean;
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

export function readEnvironment(variables: Variables): Environment {
  const { errors, text, port, factor, wholeNumber, networks, choice, tracing, metrics } =
    createSettingsReader(variables);
  const url = (name: string, fallback: string): string => {
    const value = text(name) ?? fallback;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol))
      errors.push(`${name} must be an http or https URL such as http://localhost:4000; got "${value}".`);
    // The value may hold a password, so it is not repeated.
    else if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "")
      errors.push(`${name} must be a URL without user name, password, query or fragment.`);
    else return parsed.href.replace(/\/+$/, "");
    return fallback;
  };

  const apiPort = port("API_PORT", 4000);
  const dashboardPort = port("DASHBOARD_PORT", 3000);
  const apiKey = text("API_KEY");
  if (apiKey !== undefined && !HEADER_TEXT.test(apiKey))
    errors.push("API_KEY must be printable ASCII without spaces, because it is sent as a header.");

  const password = text("DASHBOARD_PASSWORD");
  if (password !== undefined && password.length < MIN_PASSWORD_LENGTH)
    errors.push(`DASHBOARD_PASSWORD must be at least ${MIN_PASSWORD_LENGTH} characters long.`);

  const dashboardUrl = url("DASHBOARD_URL", `http://localhost:${dashboardPort}`);
  const settings: Environment = {
    apiKey,
    apiUrl: url("API_URL", `http://localhost:${apiPort}`),
    apiInternalUrl: url("API_INTERNAL_URL", `http://127.0.0.1:${apiPort}`),
    dashboardUrl,
    dashboardPassword: password,
    trustedProxies: networks("TRUST_PROXY"),
    siteUrl: url("SITE_URL", dashboardUrl),
    dataDir: text("DATA_DIR") ?? ".data",
    secret: text("SECRET"),
    rateLimitFactor: factor("RATE_LIMIT_FACTOR"),
    shutdownDelayMs: wholeNumber("SHUTDOWN_DELAY", "seconds", 0) * 1_000,
    logLevel: choice("LOG_LEVEL", LOG_LEVELS, "info"),
    metrics: metrics("DASHBOARD_METRICS_PORT"),
    tracing: tracing(),
    development: variables.NODE_ENV === "development",
  };
  // Nobody signs in on a foreign host, so anyone who reaches the pages spends its credits.
  const open = [text("HOST") ?? "127.0.0.1", new URL(dashboardUrl).hostname].filter((name) => !isLoopback(name));
  if (apiKey !== undefined && password === undefined && open.length > 0)
    errors.push(
      `DASHBOARD_PASSWORD must be set when API_KEY is set and other machines can reach the dashboard (HOST or DASHBOARD_URL is ${open[0]}).`,
    );
  if (errors.length > 0) throw new EnvironmentError(errors);
  return settings;
}

const MIN_PASSWORD_LENGTH = 12;
const HEADER_TEXT = /^[\x21-\x7e]+$/;

let cachedEnvironment: Environment | undefined;

/** Reads the settings on first use, so that a build needs none. */
export function environment(): Environment {
  cachedEnvironment ??= readEnvironment(process.env);
  return cachedEnvironment;
}
