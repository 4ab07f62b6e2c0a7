/** Gives the log lines of both programs the same fields. */
import { hostname } from "node:os";
import { trace } from "@opentelemetry/api";
import pino, { type LoggerOptions } from "pino";

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
