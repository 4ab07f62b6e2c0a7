// Finds the programs of others that tests start with their own settings, or installs them where root runs on Debian.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError, printLine } from "../project.mjs";

const USUAL_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/**
 * Debian's package and the file have the name of the program unless it is said otherwise, and starts these services, which no
 * one requested. The program prints its name for the argument.
 */
function define(name, argument, options = {}) {
  const { files = [name], folders = () => [], packages = [name], services = [name], variable = name } = options;
  const printed = options.printed ?? name;
  return {
    name,
    argument,
    printed,
    files,
    folders,
    packages,
    services,
    variable: `DEALFLOW_${variable.toUpperCase()}`,
  };
}

export const NGINX = define("nginx", "-v", { packages: ["nginx-light"] });
export const PGBOUNCER = define("pgbouncer", "--version");
export const PROMTOOL = define("promtool", "--version", {
  packages: ["prometheus"],
  services: ["prometheus", "prometheus-node-exporter"],
});
export const HAPROXY = define("haproxy", "-v");
export const PATRONI = define("patroni", "--version");
export const ETCD = define("etcd", "--version", { packages: ["etcd-server"] });
export const PGBACKREST = define("pgbackrest", "version", { services: [] });
const POSTGRES_VERSIONS = "/usr/lib/postgresql";
/** The newest version; its other programs are in the same folder. */
export const POSTGRES = define("postgres", "--version", {
  packages: ["postgresql"],
  services: ["postgresql"],
  folders: () =>
    (existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [])
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(POSTGRES_VERSIONS, version, "bin")),
});
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

/** Debian's headless shell needs about 70 % of the processor time of its whole browser, of which no test uses more. */
export const CHROMIUM = define("Chromium", "--version", {
  // On some systems a file of that name only explains how to get the browser.
  printed: "chrom",
  files: [
    ...["chromium-headless-shell", "chromium", "chromium-browser"],
    ...["google-chrome-stable", "google-chrome", "Google Chrome"],
  ],
  folders: () => ["/snap/bin", "/Applications/Google Chrome.app/Contents/MacOS"],
});

/** Returns the path of a program that runs. Throws one sentence when there is none and none can be installed. */
export function ensureProgram(program) {
  return ensurePrograms(program)[0];
}

/** Returns the paths of the programs, and installs all that are missing together. */
export function ensurePrograms(...programs) {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length > 0)
    installPackages(
      missing.flatMap(({ packages }) => packages),
      missing.flatMap(({ services }) => services),
    );
  return programs.map((program) => {
    const found = findProgram(program);
    if (found !== undefined) return found;
    const { name, packages, variable } = program;
    throw new CommandError(
      `The tests need ${name}, which was not found and could not be installed. Install it (in Debian: ` +
        `${packages.join(", ")}), or set ${variable} to its path.`,
    );
  });
}

/** Returns the path of its variable, or of an installed one; undefined without any. */
export function findProgram(program) {
  const { name, files, folders, variable } = program;
  const given = process.env[variable];
  if (given) {
    if (runs(program, given)) return given;
    throw new CommandError(`${variable} is ${given}, which is not a working ${name}.`);
  }
  const all = [...folders(), ...(process.env.PATH ?? "").split(delimiter), ...USUAL_FOLDERS];
  return files.flatMap((file) => all.map((folder) => join(folder, file))).find((file) => runs(program, file));
}

export function runs({ argument, printed }, file) {
  if (!existsSync(file)) return false;
  const { status, stdout, stderr } = spawnSync(file, [argument], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && `${stdout}${stderr}`.toLowerCase().includes(printed);
}

/** Returns false where packages cannot be installed; true means that it was tried. */
export function installPackages(names, services = []) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  printLine(`Installing ${names.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { env, stdio: "ignore" });
  apt("update");
  apt("install", "-y", "--no-install-recommends", ...names);
  if (services.length > 0 && existsSync("/run/systemd/system"))
    spawnSync("systemctl", ["disable", "--now", ...services], { stdio: "ignore" });
  return true;
}
