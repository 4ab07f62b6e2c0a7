/**
 * What `npm start` makes for the person at this machine: a workspace, a key to use the API with (shown once) and a key
 * for the dashboard, kept in a file that only its owner can read.
 */
import { existsSync, readFileSync } from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { hashApiKey, isApiKeyShaped } from "./api-key";
import { createKey } from "./keys";
import { createWorkspace, findWorkspace } from "./workspaces";

/** Credits of the demo workspace. */
const DEMO_CREDITS = 25_000;
const DEMO = { workspace: "Demo", key: "Demo", credits: DEMO_CREDITS };
/** Without the demo the dashboard still needs a workspace; it starts empty and the operator grants. */
const LOCAL = { workspace: "Local", key: undefined, credits: 0 };
const DASHBOARD_KEY = "Dashboard";
const KEY_FILE = "dashboard.key";

export interface LocalAccount {
  readonly workspace: string;
  /** Text of the demo key, only when it was made just now. */
  readonly demoKey: string | undefined;
}

/** Makes what is missing; running it again changes nothing. */
export async function ensureLocalAccount(
  pool: pg.Pool,
  dataDir: string,
  demo: boolean,
  at: Date,
): Promise<LocalAccount> {
  const wanted = demo ? DEMO : LOCAL;
  const made = await createWorkspace(pool, wanted.workspace, wanted.credits, at, "paid");
  const workspace = made ?? (await findWorkspace(pool, wanted.workspace));
  if (workspace === undefined) throw new Error(`The workspace ${wanted.workspace} was removed while it was looked up.`);
  const demoKey =
    made !== undefined && wanted.key !== undefined ? await createKey(pool, workspace.id, wanted.key, at) : undefined;

  const file = path.join(dataDir, KEY_FILE);
  if (!(await keyWorks(pool, file))) {
    const { key } = await createKey(pool, workspace.id, DASHBOARD_KEY, at);
    await writePrivately(file, `${key}\n`);
  }
  return { workspace: workspace.name, demoKey: demoKey?.key };
}

async function keyWorks(pool: pg.Pool, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const key = readFileSync(file, "utf8").trim();
  if (!isApiKeyShaped(key)) return false;
  const { rowCount } = await pool.query("select 1 from api_keys where hash = $1 and revoked_at is null", [
    hashApiKey(key),
  ]);
  await chmod(file, 0o600);
  return rowCount === 1;
}

/** Whoever reads the file at this moment sees the old text or the new one, never half of it. */
async function writePrivately(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, file);
}
