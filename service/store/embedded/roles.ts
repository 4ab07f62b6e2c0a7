/**
 * Creates the roles of the embedded server. The programs connect as one that owns their database and may not read
 * files, load code or manage roles; the superuser of initdb is for maintenance.
 */
import { createHmac } from "node:crypto";
import pg from "pg";
import { earlierVersionError } from "../adopt";

export const SUPERUSER = "postgres";
const PROGRAM_ROLE = "dealflow";
const DATABASE = "dealflow";
/** The server reports this SQLSTATE for a wrong password, or a role that does not exist. */
const REJECTED = "28P01";

export function superuserUrl(port: number, password: string): string {
  return buildUrl(SUPERUSER, password, port, "postgres");
}

/** @param password the superuser's, from which the role's own is derived: the superuser's cannot be computed from it */
export function programUrl(port: number, password: string, database = DATABASE): string {
  return buildUrl(PROGRAM_ROLE, programPassword(password), port, database);
}

/**
 * Creates the role and its database where they are missing. Throws one sentence when the server has no such superuser.
 */
export async function ensureProgramRole(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(port, password) });
  await client.connect().catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === REJECTED)
      throw earlierVersionError("The embedded database");
    throw error;
  });
  try {
    const role = await client.query("select from pg_roles where rolname = $1", [PROGRAM_ROLE]);
    if (role.rowCount === 0)
      await client.query(`create role ${PROGRAM_ROLE} login createdb password '${programPassword(password)}'`);
    const database = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${PROGRAM_ROLE}`);
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
