// Finds the servers of others that tests start with their own settings, or installs them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError } from "../project.mjs";
import { installPackages } from "./system-packages.mjs";

const USUAL_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Debian's package has the name of the program unless it is said otherwise, and starts these services. */
function define(name, version, { packages = [name], services = [name], variable = name } = {}) {
  return { name, packages, variable: `DEALFLOW_${variable.toUpperCase()}`, version, services };
}

export const NGINX = define("nginx", "-v", { packages: ["nginx-light"] });
export const PGBOUNCER = define("pgbouncer", "--version");
export const PROMTOOL = define("promtool", "--version", {
  packages: ["prometheus"],
  services: ["prometheus", "prometheus-node-exporter"],
});
export const HAPROXY = define("haproxy", "-v");
export const PODMAN = define("podman", "--version", { services: ["podman", "podman.socket"] });
export const IPTABLES = define("iptables", "--version", { services: [] });
/** Podman runs containers with it: Debian's crun refuses machines with both versions of cgroups. */
export const RUNC = define("runc", "--version", { services: [] });
export const MMDEBSTRAP = define("mmdebstrap", "--version", { services: [] });

const SWIFT_PARTS = ["swift-proxy", "swift-account", "swift-container", "swift-object"];
/** OpenStack's object storage speaks S3; the programs of its other parts are in the same folder. */
export const SWIFT = define("swift-proxy-server", "--help", {
  packages: SWIFT_PARTS,
  services: SWIFT_PARTS,
  variable: "swift",
});

/** Returns the path of a program that runs. Throws one sentence when there is none and none can be installed. */
export function ensureProgram(program) {
  const found = findProgram(program) ?? installProgram(program);
  if (found !== undefined) return found;
  const { name, packages, variable } = program;
  throw new CommandError(
    `The tests need ${name}, which was not found and could not be installed. Install it (in Debian: ` +
      `${packages.join(", ")}), or set ${variable} to its path.`,
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
  const { packages, services } = program;
  return installPackages(packages, services) ? findProgram(program) : undefined;
}
