import { type Network, parseNetwork } from "@/lib/net/address";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LEAST_FACTOR = 0.01;

/**
 * Each method returns the fallback for an invalid value, and adds a sentence about it to `errors`, so that all can be corrected
 * before the next start. A setting that is empty is absent.
 */
export function createSettingsReader(variables: Readonly<Record<string, string | undefined>>) {
  const errors: string[] = [];
  const text = (name: string) => variables[name]?.trim() || undefined;
  const port = (name: string, fallback: number) => {
    const given = text(name) ?? String(fallback);
    const number = /^\d{1,5}$/.test(given) ? Number(given) : 0;
    if (number >= 1 && number <= 65_535) return number;
    errors.push(`${name} must be a port from 1 to 65535; got "${given}".`);
    return fallback;
  };
  return {
    errors,
    text,
    port,
    wholeNumber: (name: string, unit: string, fallback: number) => {
      const given = text(name);
      if (given === undefined) return fallback;
      if (/^\d{1,6}$/.test(given)) return Number(given);
      errors.push(`${name} must be a whole number of ${unit} from 0 to 999999; got "${given}".`);
      return fallback;
    },
    /** Returns a factor of limits, by default 1. */
    factor: (name: string) => {
      const given = text(name) ?? "1";
      const number = /^\d{1,4}(?:\.\d{1,3})?$/.test(given) ? Number(given) : 0;
      if (number >= LEAST_FACTOR) return number;
      errors.push(`${name} must be a number from ${LEAST_FACTOR} to 9999; got "${given}".`);
      return 1;
    },
    networks: (name: string): readonly Network[] =>
      (text(name)?.split(",") ?? []).flatMap((part) => {
        const network = parseNetwork(part.trim());
        if (network !== undefined) return [network];
        errors.push(
          `${name} must be addresses or networks such as 10.0.0.0/8, separated by commas; got "${part.trim()}".`,
        );
        return [];
      }),
    choice: <const T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
      const given = text(name) ?? fallback;
      const found = allowed.find((value) => value === given);
      if (found !== undefined) return found;
      errors.push(`${name} must be one of ${allowed.join(", ")}; got "${given}".`);
      return fallback;
    },
    /** Returns where a program has its metrics, when the setting with this name is its port for them. */
    metrics: (portName: string) =>
      text(portName) === undefined ? undefined : { host: text("METRICS_HOST") ?? "127.0.0.1", port: port(portName, 0) },
    /** Returns true when the variables of OpenTelemetry name a receiver of traces. */
    tracing: () => {
      const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
      const given = names.filter((name) => text(name) !== undefined);
      for (const name of given) {
        const address = text(name) ?? "";
        // OpenTelemetry ignores any other value. It may hold a password, so it is not repeated.
        if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
          errors.push(`${name} must be an address that starts with http:// or https://.`);
      }
      return given.length > 0 && text("OTEL_SDK_DISABLED") !== "true";
    },
  };
}
