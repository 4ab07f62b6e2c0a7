/** The dashboard's log: one JSON line per event, never with a key. */
import "server-only";
import pino from "pino";
import { environment } from "./environment";
import { getShared } from "./shared";

export function log(): pino.Logger {
  return getShared("log", () =>
    pino({
      name: "dashboard",
      level: environment().logLevel,
      base: { program: "dashboard" },
      redact: ["key", "headers"],
    }),
  );
}
