import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { PostgresProxy } from "./proxy";

let database: TestDatabase;
let proxy: PostgresProxy;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  // The schema replaces the real one, which needs a workspace.
  await database.pool.query("create schema test; create table test.ledger (id int)");
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.pool.query("truncate test.ledger");
  const { port } = new URL(database.url);
  proxy = await PostgresProxy.open(() => Number(port));
  client = new pg.Client({ connectionString: throughProxy(), options: "-c search_path=test" });
  client.on("error", () => undefined);
  await client.connect();
});
afterEach(async () => {
  proxy.pass();
  await client.end().catch(() => undefined);
  await proxy.close();
});

function throughProxy(): string {
  const target = new URL(database.url);
  target.port = String(proxy.port);
  return target.href;
}

async function rows(): Promise<number> {
  const { rowCount } = await database.pool.query("select from test.ledger");
  return rowCount ?? 0;
}

const charge = () => client.query({ name: "charge", text: "insert into ledger values ($1)", values: [1] });

describe("the proxy before PostgreSQL", () => {
  it.each([
    ["before commit", 1],
    ["after commit", 2],
  ] as const)("cuts a charging statement %s", async (when, left) => {
    await charge();
    proxy.interfere({ kind: "cut", when, cuts: () => true });
    await expect(charge()).rejects.toThrow("Connection terminated");
    expect([await rows(), proxy.cuts]).toEqual([left, 1]);
  });

  it.each([
    ["before commit", 0],
    ["after commit", 1],
  ] as const)("cuts a transaction %s, and not the charge within it", async (when, left) => {
    proxy.interfere({ kind: "cut", when, cuts: () => true });
    await client.query("begin");
    await charge();
    await expect(client.query("commit")).rejects.toThrow("Connection terminated");
    expect([await rows(), proxy.cuts]).toEqual([left, 1]);
  });

  it("delivers after a silence what was sent during it, also when the client has disconnected", async () => {
    proxy.interfere({ kind: "silent" });
    const pending = charge().catch(() => "gone");
    await client.end();
    expect(await pending).toBe("gone");
    expect(await rows()).toBe(0);
    proxy.pass();
    await expect.poll(rows).toBe(1);
  });

  it("passes requests on while it blocks their responses", async () => {
    proxy.interfere({ kind: "deaf" });
    let responded = false;
    const response = charge().then(() => {
      responded = true;
    });
    await expect.poll(rows).toBe(1);
    expect(responded).toBe(false);
    proxy.pass();
    await response;
  });

  it("rejects new connections", async () => {
    proxy.interfere({ kind: "refuse" });
    await expect(new pg.Client({ connectionString: throughProxy() }).connect()).rejects.toThrow();
  });
});
