import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

function asSuperuser(url: string, sql: string, database = "dealflow", user?: string) {
  const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
  const address = new URL(superuserUrl(Number(new URL(url).port), password, database));
  if (user !== undefined) address.username = user;
  return query(address.href, sql);
}

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

describe("the role of the programs", () => {
  it("owns its database, and may neither read files nor manage roles", async () => {
    const server = await open();
    await expectLimited(server.url);
    expect(await migrate(server.url)).not.toEqual([]);
    await server.close();
  });

  it("replaces the superuser of earlier versions, with everything that one made", async () => {
    const before = await open();
    await migrate(before.url);
    await query(before.url, "insert into settings values ('a fact', '1')");
    // As earlier versions left it: the superuser has the name of the role, and owns all.
    await asSuperuser(before.url, "alter database dealflow owner to postgres; reassign owned by dealflow to postgres");
    await asSuperuser(before.url, "drop role dealflow", "postgres");
    const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
    await asSuperuser(before.url, `create role other superuser login password '${password}'`, "postgres");
    await asSuperuser(before.url, "alter role postgres rename to dealflow", "postgres", "other");
    await asSuperuser(before.url, "drop role other", "postgres", "dealflow");
    await before.close();

    const server = await open();
    await expectLimited(server.url);
    const kept = await query(
      server.url,
      `select (select count(*)::int from pg_class c where relkind in ('r', 'S', 'v') and relnamespace = 'public'::regnamespace
           and pg_get_userbyid(relowner) <> 'dealflow') as relations,
         (select count(*)::int from pg_proc p where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> 'dealflow'
           and not exists (select from pg_depend where objid = p.oid and deptype = 'e')) as functions,
         (select value from settings where name = 'a fact') as value,
         (select count(*)::int from pg_roles where rolsuper) as superusers`,
    );
    expect(kept).toEqual([{ relations: 0, functions: 0, value: 1, superusers: 1 }]);
    await query(server.url, "alter table settings add column more text");
    expect(await migrate(server.url)).toEqual([]);
    await server.close();
    const again = await open();
    expect(again.url).toBe(server.url);
    await again.close();
  });
});
