// Creates the data directory of the embedded server, whole or not at all.
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
import type { DatabaseLocation } from "./location";
import { SUPERUSER } from "./roles";
import { spawnServerBinary } from "./server-process";
import { clusterArguments } from "./settings";

/** Returns the superuser's password, generated once and stored in `dataDir`, readable by its owner alone. */
export function serverPassword(dataDir: string, location: DatabaseLocation): string {
  const file = join(dataDir, "database.password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existsSync(location.dataFolder)) {
    throw new Error(
      `${file} is missing, and ${location.folder} cannot be opened without it; restore it, or remove that folder.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  const draft = `${file}.draft`;
  writeFileSync(draft, `${password}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return password;
}

/** Runs initdb in a draft folder and renames it: a killed one leaves only the draft. */
export async function ensureCluster(
  location: DatabaseLocation,
  serverFolder: string,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(location.dataFolder)) return;
  removeDrafts(location);
  // The draft has a unique name: the initdb of a killed program may still be writing for a moment.
  const draft = join(location.folder, `data.draft-${randomBytes(4).toString("hex")}`);
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (location.runAs !== null) {
    chownSync(draft, location.runAs.uid, location.runAs.gid);
    chownSync(passwordFile, location.runAs.uid, location.runAs.gid);
  }
  try {
    await runInitdb(location, serverFolder, clusterArguments(draft, SUPERUSER, passwordFile, durable));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, location.dataFolder);
  removeDrafts(location);
}

function removeDrafts(location: DatabaseLocation): void {
  for (const name of readdirSync(location.folder)) {
    if (!name.startsWith("data.draft-")) continue;
    try {
      rmSync(join(location.folder, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The folder is still being written; the next start removes it.
    }
  }
}

function runInitdb(location: DatabaseLocation, serverFolder: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnServerBinary(location, serverFolder, "initdb", args, "pipe");
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
          new Error(`PostgreSQL's initdb exited with ${signal ?? code}: ${output.trim().split("\n").at(-1) ?? ""}`),
        );
    });
  });
}
