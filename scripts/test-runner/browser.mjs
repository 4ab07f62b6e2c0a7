// Finds a Chromium for the browser tests, or installs one: the system's, else Playwright's own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CommandError, printLine, ROOT } from "../project.mjs";
import { CHROMIUM, findProgram, installPackages, runs } from "./system-programs.mjs";

/** Debian's packages, in the order in which they are tried. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

/** The path of a Chromium that runs. Throws one sentence when there is none and none can be installed. */
export async function ensureBrowser() {
  const found = (await findBrowser()) ?? (await installBrowser());
  if (found !== undefined) return found;
  throw new CommandError(
    "The browser tests need Chromium, which was not found and could not be installed. Install the package chromium, " +
      "or set DEALFLOW_CHROMIUM to its path.",
  );
}

async function findBrowser() {
  const installed = findProgram(CHROMIUM);
  if (installed !== undefined) return installed;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return runs(CHROMIUM, own) ? own : undefined;
}

async function installBrowser() {
  for (const name of PACKAGES) {
    if (!installPackages([name])) break;
    const found = await findBrowser();
    if (found !== undefined) return found;
  }
  printLine("Installing Playwright's Chromium …");
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { cwd: ROOT, stdio: "ignore" });
  return findBrowser();
}
