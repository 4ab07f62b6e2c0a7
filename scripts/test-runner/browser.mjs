// Finds a Chromium for the browser tests, or installs one: the system's, else Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError, printLine, ROOT } from "../project.mjs";
import { installPackages } from "./system-packages.mjs";

/** Debian's headless shell needs about 70 % of the processor time of its whole browser, of which no test uses more. */
const NAMES = [
  ...["chromium-headless-shell", "chromium", "chromium-browser"],
  ...["google-chrome-stable", "google-chrome", "Google Chrome"],
];
/** Debian's packages, in the order in which they are tried. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const USUAL_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/Applications/Google Chrome.app/Contents/MacOS"];

/** The path of a Chromium that runs. Throws one sentence when there is none and none can be installed. */
export async function ensureBrowser() {
  const found = (await findBrowser()) ?? (await installBrowser());
  if (found !== null) return found;
  throw new CommandError(
    "The browser tests need Chromium, which was not found and could not be installed. Install the package chromium, " +
      "or set DEALFLOW_CHROMIUM to its path.",
  );
}

/** Returns the path of DEALFLOW_CHROMIUM, or of an installed Chromium or Chrome; undefined without any. */
export function systemBrowser() {
  const given = process.env.DEALFLOW_CHROMIUM;
  if (given) {
    if (runs(given)) return given;
    throw new CommandError(`DEALFLOW_CHROMIUM is ${given}, which is not a working Chromium.`);
  }
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...USUAL_FOLDERS];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

async function findBrowser() {
  const installed = systemBrowser();
  if (installed !== undefined) return installed;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return runs(own) ? own : null;
}

/** On some systems a file of that name only explains how to get the browser. */
function runs(file) {
  if (!existsSync(file)) return false;
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}

async function installBrowser() {
  for (const name of PACKAGES) {
    if (!installPackages([name])) break;
    const found = await findBrowser();
    if (found !== null) return found;
  }
  printLine("Installing Playwright's Chromium …");
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { cwd: ROOT, stdio: "ignore" });
  return findBrowser();
}
