// Packages of the system that the tests need, where root runs them on Debian: elsewhere no one may install any.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { printLine } from "../project.mjs";

/** Installs a package. False where that is not possible; true means that it was tried. */
export function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  printLine(`Installing the package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", args, { env, stdio: "ignore" });
  apt("update");
  apt("install", "-y", "--no-install-recommends", name);
  return true;
}
