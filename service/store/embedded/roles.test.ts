import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate } from "../migrate";
import { superuserUrl } from "./roles";
import { openEmbeddedServer, stopIdleServer } from "./server";
import { query, temporaryFolder } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data-dir");
});
afterEach(async () => {
  await stopIdleServer(dataDir).catch(() => undefined);
  folder.remove();
});

const open = () => openEmbeddedServer({ dataDir, program: "test", log: () => {}, durable: false });

async function expectLimited(url: string): Promise<void> {
  expect(
    await query(
      url,
      "select rolname, rolsuper, rolcreaterole, rolreplication from pg_roles where rolname = current_user",
    ),
  ).toEqual([{ rolname: "dealflow", rolsuper: false, rolcreaterole: false, rolreplication: false }]);
  for (const forbidden of [
    "select pg_read_file('/etc/hostname')",
    "copy (select 1) to program 'true'",
    "create role other",
    "alter system set work_mem = '1MB'",
  ])
    await expect(query(url, forbidden), forbidden).rejects.toThrow(/permission denied/);
  expect(
    await query(url, "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'dealflow'"),
  ).toEqual([{ owner: "dealflow" }]);
}

it("gives programs a role that owns its database, and may neither read files nor manage roles", async () => {
  const server = await open();
  await expectLimited(server.url);
  expect(await migrate(server.url)).not.toEqual([]);
  await server.close();
});

it("names the commit to start first when the superuser has the name that earlier versions gave it", async () => {
  const server = await open();
  const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
  const url = (user: string) => {
    const address = new URL(superuserUrl(Number(new URL(server.url).port), password));
    address.username = user;
    return address.href;
  };
  await query(url("postgres"), `create role other superuser login password '${password}'`);
  await query(url("other"), "alter role postgres rename to earlier");
  await server.close();
  await expect(open()).rejects.toThrow(
    /^The embedded database was written by an earlier version of Dealflow: start commit 3c9915c/,
  );
});
