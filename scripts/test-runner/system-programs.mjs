// Finds the servers of others that tests start with their own settings, or installs them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError } from "../project.mjs";
import { installPackages } from "./system-packages.mjs";

const USUAL_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

export const NGINX = { name: "nginx", package: "nginx-light", variable: "DEALFLOW_NGINX", version: "-v" };
export const PGBOUNCER = {
  name: "pgbouncer",
  package: "pgbouncer",
  variable: "DEALFLOW_PGBOUNCER",
  version: "--version",
};
export const PROMTOOL = {
  name: "promtool",
  package: "prometheus",
  variable: "DEALFLOW_PROMTOOL",
  version: "--version",
  services: ["prometheus", "prometheus-node-exporter"],
};
export const HAPROXY = { name: "haproxy", package: "haproxy", variable: "DEALFLOW_HAPROXY", version: "-v" };

/** It builds and runs containers; Debian's crun refuses machines with both versions of cgroups, which runc does not. */
export const PODMAN = {
  name: "podman",
  package: "podman",
  variable: "DEALFLOW_PODMAN",
  version: "--version",
  services: ["podman", "podman.socket"],
};
export const RUNC = { name: "runc", package: "runc", variable: "DEALFLOW_RUNC", version: "--version", services: [] };
export const MMDEBSTRAP = {
  name: "mmdebstrap",
  package: "mmdebstrap",
  variable: "DEALFLOW_MMDEBSTRAP",
  version: "--version",
  services: [],
};

/** Returns the path of a program that runs. Throws one sentence when there is none and none can be installed. */
export function ensureProgram(program) {
  const found = findProgram(program) ?? installProgram(program);
  if (found !== undefined) return found;
  const { name, package: debian, variable } = program;
  throw new CommandError(
    `The tests need ${name}, which was not found and could not be installed. Install it (Debian's package is ` +
      `${debian}), or set ${variable} to its path.`,
  );
}

function findProgram({ name, variable, version }) {
  const given = process.env[variable];
  if (given) {
    if (runs(given, name, version)) return given;
    throw new CommandError(`${variable} is ${given}, which is not a working ${name}.`);
  }
  return [...(process.env.PATH ?? "").split(delimiter), ...USUAL_FOLDERS]
    .map((folder) => join(folder, name))
    .find((file) => runs(file, name, version));
}

function runs(file, name, version) {
  if (!existsSync(file)) return false;
  const { status, stdout, stderr } = spawnSync(file, [version], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && `${stdout}${stderr}`.toLowerCase().includes(name);
}

function installProgram(program) {
  const { name, package: debian, services = [name] } = program;
  return installPackages([debian], services) ? findProgram(program) : undefined;
}
