/** Creates the databases of the tests, for the test run and for each file. */
import { randomBytes } from "node:crypto";
import pg from "pg";

export async function createDatabase(serverUrl: string, template: string): Promise<{ name: string; url: string }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying its files takes a quarter of the processor time of PostgreSQL's default, which logs every page of the template.
  await runAsAdministrator(
    serverUrl,
    `create database ${name} template ${template} encoding 'UTF8' strategy file_copy`,
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

export async function runAsAdministrator(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
