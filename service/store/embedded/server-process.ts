// Runs a binary of the server as the right user, in its own session.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { DatabaseLocation } from "./location";

type ServerOutput = "ignore" | "pipe" | number;

/** Spawns a detached process: Ctrl-C in a terminal would otherwise end the queries of requests in progress. */
export function spawnServerBinary(
  location: DatabaseLocation,
  serverFolder: string,
  binary: "postgres" | "initdb" | "pg_ctl",
  args: string[],
  output: ServerOutput,
): ChildProcess {
  const file = join(serverFolder, "bin", process.platform === "win32" ? `${binary}.exe` : binary);
  return spawn(file, args, {
    cwd: location.folder,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", output, output],
    // None of our variables (secrets, PG*) goes to the server; Windows cannot start a program without its own.
    ...(process.platform === "win32" ? {} : { env: buildEnvironment(serverFolder) }),
    ...(location.runAs === null ? {} : { uid: location.runAs.uid, gid: location.runAs.gid }),
  });
}

/** NODE_ENV means nothing to PostgreSQL; Next's types require it in every environment. */
function buildEnvironment(serverFolder: string): NodeJS.ProcessEnv {
  return { LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: join(serverFolder, "lib"), NODE_ENV: "production" };
}
