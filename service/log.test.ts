import pino from "pino";
import { expect, it } from "vitest";
import { LOG_SERIALIZERS } from "./log";
import { newId } from "./store/new-id";
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
