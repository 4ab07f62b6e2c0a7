/**
 * Earlier versions stored a key for the dashboard in a file of the data folder. People's sessions replaced it: the key
 * is revoked and the file removed, so that no unowned key is left behind.
 */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { hashApiKey } from "./api-key";

const FILE = "dashboard.key";

/** Whether there was one. */
export async function retireLocalKey(pool: pg.Pool, dataDir: string, at: Date): Promise<boolean> {
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) return false;
  const key = (await readFile(file, "utf8")).trim();
  await pool.query("update api_keys set revoked_at = $2 where hash = $1 and revoked_at is null", [hashApiKey(key), at]);
  await rm(file);
  return true;
}
