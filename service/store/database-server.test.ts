import { tmpdir } from "node:os";
import { expect, inject, it } from "vitest";
import { openDatabaseServer } from "./database-server";
import { checkConnectionLimit } from "./open";
import { testDatabase } from "./testing";

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

it("refuses a server that takes no writes", async () => {
  const url = new URL(inject("postgresUrl"));
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  await expect(openDatabaseServer({ ...options, databaseUrl: url.href })).rejects.toThrow(
    /^The database at .* \(DATABASE_URL\) is read-only; use the address of the primary\.$/,
  );
});

it("refuses a replica that is another database, and starts without one that is away", async () => {
  const databaseUrl = inject("postgresUrl");
  const other = new URL(databaseUrl);
  other.pathname = "/template1";
  await expect(openDatabaseServer({ ...options, databaseUrl, replicaUrl: other.href })).rejects.toThrow(
    "DATABASE_URL and DATABASE_REPLICA_URL lead to different databases.",
  );
  const logged: string[] = [];
  const replicaUrl = "postgres://me:secret@127.0.0.1:1/db";
  await openDatabaseServer({ ...options, databaseUrl, replicaUrl, log: (sentence) => logged.push(sentence) });
  expect(logged).toEqual([
    expect.stringMatching(/^Cannot use the database at 127\.0\.0\.1:1\/db \(DATABASE_REPLICA_URL\)/),
  ]);
});

it("refuses to open more connections than the server allows", async () => {
  const database = await testDatabase();
  const limits = (databaseConnections: number) => ({ sessionUrl: undefined, databaseConnections });
  await checkConnectionLimit(database, limits(40));
  await expect(checkConnectionLimit(database, limits(900))).rejects.toThrow(
    /^The database allows \d+ connections, and this service may open 900; raise max_connections, or set DATABASE_CONNECTIONS/,
  );
  await database.drop();
});
