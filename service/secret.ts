/** The secret that signs cursors: the operator's, else one generated on the first start and stored in the data folder. */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE = "secret";

export function openSecret(given: string | undefined, dataDir: string): string {
  if (given !== undefined) return given;
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // A link is created atomically, and fails when another program was first: then that one's secret is used.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}
