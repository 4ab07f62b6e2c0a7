// Installs packages of the system that the tests need, where root runs them on Debian.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { printLine } from "../project.mjs";

/**
 * Installs packages. False where that is not possible; true means that it was tried.
 * @param services servers that the packages start, which no one requested
 */
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
