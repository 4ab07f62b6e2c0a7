// Finds an nginx for the tests of caching, or installs one. They start it themselves, with settings of their own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError } from "../project.mjs";
import { installPackage } from "./system-packages.mjs";

const USUAL_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/** The path of an nginx that runs. Throws one sentence when there is none and none can be installed. */
export function ensureNginx() {
  const found = findNginx() ?? installNginx();
  if (found !== undefined) return found;
  throw new CommandError(
    "The caching tests need nginx, which was not found and could not be installed. Install it (Debian's package is " +
      "nginx-light), or set DEALFLOW_NGINX to its path.",
  );
}

function findNginx() {
  const given = process.env.DEALFLOW_NGINX;
  if (given) {
    if (runs(given)) return given;
    throw new CommandError(`DEALFLOW_NGINX is ${given}, which is not a working nginx.`);
  }
  return [...(process.env.PATH ?? "").split(delimiter), ...USUAL_FOLDERS]
    .map((folder) => join(folder, "nginx"))
    .find(runs);
}

function runs(file) {
  if (!existsSync(file)) return false;
  const { status, stderr } = spawnSync(file, ["-v"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && stderr.includes("nginx");
}

function installNginx() {
  if (!installPackage("nginx-light")) return undefined;
  // The package starts a server of its own, which no one requested.
  if (existsSync("/run/systemd/system")) spawnSync("systemctl", ["disable", "--now", "nginx"], { stdio: "ignore" });
  return findNginx();
}
