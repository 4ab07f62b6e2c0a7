import { tmpdir } from "node:os";
import { expect, inject, it } from "vitest";
import { openDatabaseServer } from "./database-server";

const options = { dataDir: tmpdir(), program: "test", log: () => {} };

it("uses the operator's server as it is", async () => {
  const url = inject("postgresUrl");
  const server = await openDatabaseServer({ ...options, databaseUrl: url });
  expect(server).toMatchObject({ url, location: null });
  await server.close();
});

it("names DATABASE_URL and its host, never the password, when the server cannot be used", async () => {
  const closed = openDatabaseServer({ ...options, databaseUrl: "postgres://me:secret@127.0.0.1:1/db" });
  await expect(closed).rejects.toThrow(
    /^Cannot use the database at 127\.0\.0\.1:1\/db \(DATABASE_URL\): .*ECONNREFUSED/,
  );
  await expect(closed).rejects.not.toThrow(/secret/);
  await expect(openDatabaseServer({ ...options, databaseUrl: "nonsense" })).rejects.toThrow(
    /^Cannot use the database at .*DATABASE_URL/,
  );
});
