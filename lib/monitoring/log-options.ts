/** Gives the log lines of both programs the same fields. */
import { hostname } from "node:os";
import { API_KEY_PREFIX } from "@dealflow/contract/headers";
import { trace } from "@opentelemetry/api";
import pino, { type LoggerOptions } from "pino";

const KEY_TEXT = new RegExp(`${API_KEY_PREFIX}[0-9A-Za-z]*`, "g");
const LOGGED_PATH = 200;

/** Returns a path as lines have it, without a key that is in the address by mistake. */
export function formatLoggedPath(path: string): string {
  return path.slice(0, LOGGED_PATH).replaceAll(KEY_TEXT, `${API_KEY_PREFIX}…`);
}

/** @param base names the program in each line */
export function createLogOptions(level: string, base: Readonly<Record<string, string>>): LoggerOptions {
  return {
    level,
    base: { ...base, host: hostname() },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const span = trace.getActiveSpan();
      return span === undefined ? {} : { traceId: span.spanContext().traceId };
    },
  };
}
