/** Errors in the log: with their stack, but without the values of rows that the database repeats in them. */
import pino from "pino";
import { isOutage } from "./store/pools/connection-loss";
import { RequestRefused } from "./store/refusal";

/** Parts of an error of PostgreSQL that quote rows and parameters: a session's token could be among them. */
const QUOTING: ReadonlySet<string> = new Set(["detail", "where", "internalQuery", "hint"]);

export const LOG_SERIALIZERS = {
  err: (error: Error) => {
    // Work that is tried again once a second must not fill the log with stacks while the database is away.
    const isExpected = isOutage(error) || error instanceof RequestRefused;
    return Object.fromEntries(
      Object.entries(pino.stdSerializers.err(error)).filter(
        ([name]) => !QUOTING.has(name) && !(isExpected && name === "stack"),
      ),
    );
  },
};
