// Makes the data directory of the embedded server, whole or not at all.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Place } from "./place";
import { spawnServerBinary } from "./server-process";
import { clusterArguments } from "./settings";

export const SERVER_USER = "dealflow";

/** The server's password, made once and kept in `dataDir` for its owner alone. */
export function serverPassword(dataDir: string, place: Place): string {
  const file = join(dataDir, "database.password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existsSync(place.dataFolder)) {
    throw new Error(
      `${file} is missing, and without it ${place.folder} cannot be opened; put it back, or remove that folder.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  const draft = `${file}.draft`;
  writeFileSync(draft, `${password}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return password;
}

/** Runs initdb beside the final place and renames: one that was killed halfway leaves only the draft. */
export async function ensureCluster(place: Place, serverFolder: string, password: string): Promise<void> {
  if (existsSync(place.dataFolder)) return;
  removeDrafts(place);
  // A name of its own: the initdb of a killed program may still be writing for a moment.
  const draft = join(place.folder, `data.draft-${randomBytes(4).toString("hex")}`);
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.runAs !== null) {
    chownSync(draft, place.runAs.uid, place.runAs.gid);
    chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  }
  try {
    await runInitdb(place, serverFolder, clusterArguments(draft, SERVER_USER, passwordFile));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, place.dataFolder);
  removeDrafts(place);
}

function removeDrafts(place: Place): void {
  for (const name of readdirSync(place.folder)) {
    if (!name.startsWith("data.draft-")) continue;
    try {
      rmSync(join(place.folder, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Still being written; the next start removes it.
    }
  }
}

function runInitdb(place: Place, serverFolder: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnServerBinary(place, serverFolder, "initdb", args, "pipe");
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => reject(new Error(`PostgreSQL's initdb does not start: ${error.message}.`)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`PostgreSQL's initdb ended with ${signal ?? code}: ${output.trim().split("\n").at(-1) ?? ""}`),
        );
    });
  });
}
