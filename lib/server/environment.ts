/**
 * Reads the dashboard's settings, with one sentence per invalid value. Nothing else of this program reads
 * `process.env`.
 */
import "server-only";
import { isLoopback } from "@/lib/net/address";
import { createSettingsReader, LOG_LEVELS } from "@/lib/settings/settings-reader";

export type Environment = ReturnType<typeof readEnvironment>;

type Variables = Readonly<Record<string, string | undefined>>;

/** Has one sentence for each invalid setting, so that all can be corrected before the next start. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

/** Reads and validates all settings. Throws `EnvironmentError`. */
export function readEnvironment(variables: Variables) {
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
  const settings = {
    /** When set, requests go to a foreign host at `apiUrl` with this key. */
    apiKey,
    apiUrl: url("API_URL", `http://localhost:${apiPort}`),
    /** Address of our own service as seen from here. */
    apiInternalUrl: url("API_INTERNAL_URL", `http://127.0.0.1:${apiPort}`),
    dashboardUrl,
    /** The pages of a foreign host require it; without one only this machine can reach them. */
    dashboardPassword: password,
    /** Proxies in these networks are trusted to report a browser's address. */
    trustedProxies: networks("TRUST_PROXY"),
    siteUrl: url("SITE_URL", dashboardUrl),
    /** A relative path is resolved against the working directory. */
    dataDir: text("DATA_DIR") ?? ".data",
    /** It is shared with our own service; without one, the secret in `dataDir` is used. */
    secret: text("SECRET"),
    /** Multiplies the rate limits per person and per address. */
    rateLimitFactor: factor("RATE_LIMIT_FACTOR"),
    /** It serves on for so long after a stop signal, while `/readyz` says that it stops. */
    shutdownDelayMs: wholeNumber("SHUTDOWN_DELAY", "seconds", 0) * 1_000,
    logLevel: choice("LOG_LEVEL", LOG_LEVELS, "info"),
    /** Metrics are read here, by default on this machine alone; undefined: there are none. */
    metrics: metrics("DASHBOARD_METRICS_PORT"),
    tracing: tracing(),
    /** Pages allow what the tools of `npm run dev` need. */
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
