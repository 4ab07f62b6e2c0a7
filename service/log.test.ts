import pg from "pg";
import pino from "pino";
import { expect, it } from "vitest";
import { LOG_SERIALIZERS } from "./log";
import { newId } from "./store/new-id";
import { REFUSALS } from "./store/refusal";
import { testDatabase } from "./store/testing";

it("the log shows of a failed statement, and not what stood in its row", async () => {
  const database = await testDatabase();
  const lines: string[] = [];
  const log = pino({ serializers: LOG_SERIALIZERS }, { write: (line: string) => void lines.push(line) });
  const statements = [
    ["insert into user_verifications (id, identifier) values ($1, 'planted-token')", /violates not-null constraint/],
    ["insert into attempts values ($1, 1, now()), ('planted-token', 1, now()), ('planted-token', 1, now())", /unique/],
  ] as const;
  for (const [statement, message] of statements)
    await database.pool.query(statement, [newId()]).catch((error: Error & { detail?: string }) => {
      expect(error.detail).toContain("planted-token");
      log.error({ err: error }, "request failed");
      expect(lines.at(-1)).toMatch(message);
    });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain("planted-token");
  expect(lines[0]).toContain("user_verifications");
  await database.drop();
});

it.each([
  ["57P03", "the database system is starting up"],
  ["57P01", "terminating connection due to administrator command"],
  ["53100", "could not extend file: No space left on device"],
  ["25006", "cannot execute UPDATE in a read-only transaction"],
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432"],
  ["", "Connection terminated unexpectedly"],
])("the log has no stack of the outage %s: %s", (code, message) => {
  const error = code.startsWith("E") || code === "" ? new Error(message) : new pg.DatabaseError(message, 0, "error");
  const logged = LOG_SERIALIZERS.err(Object.assign(error, { code }));
  expect(logged).toMatchObject({ message });
  expect(logged).not.toHaveProperty("stack");
});

it("the log has no stack of work that found no connection, and one of every other failure", () => {
  expect(LOG_SERIALIZERS.err(REFUSALS.unavailable)).not.toHaveProperty("stack");
  expect(LOG_SERIALIZERS.err(new TypeError("a mistake"))).toHaveProperty("stack", expect.stringContaining("log.test"));
  const conflict = Object.assign(new pg.DatabaseError("deadlock detected", 0, "error"), { code: "40P01" });
  expect(LOG_SERIALIZERS.err(conflict)).toHaveProperty("stack", expect.stringContaining("log.test"));
});
