/**
 * Roles of the embedded server. The programs connect as one that owns their database and may not read files, load code or
 * manage roles; the superuser of initdb is for maintenance.
 */
import { createHmac } from "node:crypto";
import pg from "pg";

export const SUPERUSER = "postgres";
const PROGRAM_ROLE = "dealflow";
const DATABASE = "dealflow";
/** A superuser for the moment in which the first one is renamed: no session can rename its own. */
const INTERIM_SUPERUSER = "dealflow_interim";
/** SQLSTATE of a wrong password, or of a role that does not exist. */
const REJECTED = "28P01";

export function superuserUrl(port: number, password: string, database = "postgres"): string {
  return buildUrl(SUPERUSER, password, port, database);
}

/** @param password of the superuser, from which the role's own is derived: nobody can go back from it */
export function programUrl(port: number, password: string, database = DATABASE): string {
  return buildUrl(PROGRAM_ROLE, programPassword(password), port, database);
}

/** Makes the role and its database; converts a server in which the programs' role was the superuser. */
export async function ensureProgramRole(port: number, password: string): Promise<void> {
  await ensureSuperuserName(port, password);
  await withClient(superuserUrl(port, password), async (client) => {
    await client.query(`drop role if exists ${INTERIM_SUPERUSER}`);
    const role = await client.query("select from pg_roles where rolname = $1", [PROGRAM_ROLE]);
    if (role.rowCount === 0)
      await client.query(`create role ${PROGRAM_ROLE} login createdb password '${programPassword(password)}'`);
    const { rows } = await client.query<{ owner: string }>(
      "select pg_get_userbyid(datdba) as owner from pg_database where datname = $1",
      [DATABASE],
    );
    const owner = rows[0]?.owner;
    if (owner === undefined) await client.query(`create database ${DATABASE} owner ${PROGRAM_ROLE}`);
    else if (owner !== PROGRAM_ROLE) {
      await withClient(superuserUrl(port, password, DATABASE), giveObjects);
      // Last, so that an interrupted conversion is repeated.
      await client.query(`alter database ${DATABASE} owner to ${PROGRAM_ROLE}`);
    }
  });
}

/** Earlier versions named the superuser like the programs' role. */
async function ensureSuperuserName(port: number, password: string): Promise<void> {
  try {
    await withClient(superuserUrl(port, password), async () => undefined);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === REJECTED)) throw error;
    await withClient(buildUrl(PROGRAM_ROLE, password, port, "postgres"), async (client) => {
      await client.query(`drop role if exists ${INTERIM_SUPERUSER}`);
      await client.query(`create role ${INTERIM_SUPERUSER} superuser login password '${password}'`);
    });
    await withClient(buildUrl(INTERIM_SUPERUSER, password, port, "postgres"), (client) =>
      client.query(`alter role ${PROGRAM_ROLE} rename to ${SUPERUSER}`),
    );
  }
}

/** Selects a statement for each object of a superuser that gives it to the role, except for extensions; sequences of columns follow their tables. */
const OBJECTS = `
select format('alter %s %s owner to ${PROGRAM_ROLE}', kind, name) as statement from (
  select 'pg_class'::regclass as catalog, c.oid, relnamespace as namespace, c.oid::regclass::text as name,
    case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind
  from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i') and relkind = 'S')
  union all select 'pg_proc'::regclass, oid, pronamespace, oid::regprocedure::text, 'routine' from pg_proc
  union all select 'pg_type'::regclass, oid, typnamespace, oid::regtype::text, 'type' from pg_type where typtype in ('e', 'd')
  union all select 'pg_statistic_ext'::regclass, oid, stxnamespace, format('%I.%I', stxnamespace::regnamespace::text, stxname),
    'statistics' from pg_statistic_ext
) object
where namespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not exists (select from pg_depend d where d.classid = catalog and d.objid = object.oid and d.deptype = 'e')`;

async function giveObjects(client: pg.Client): Promise<void> {
  await client.query("begin");
  const { rows } = await client.query<{ statement: string }>(OBJECTS);
  for (const { statement } of rows) await client.query(statement);
  await client.query("commit");
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function programPassword(password: string): string {
  return createHmac("sha256", password).update(PROGRAM_ROLE).digest("base64url");
}

function buildUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}
