/** Errors in the log: with their stack, but without the values of rows that the database repeats in them. */
import pino from "pino";

/** Parts of an error of PostgreSQL that quote rows and parameters: a session's token could be among them. */
const QUOTING: ReadonlySet<string> = new Set(["detail", "where", "internalQuery", "hint"]);

export const LOG_SERIALIZERS = {
  err: (error: Error) =>
    Object.fromEntries(Object.entries(pino.stdSerializers.err(error)).filter(([name]) => !QUOTING.has(name))),
};
