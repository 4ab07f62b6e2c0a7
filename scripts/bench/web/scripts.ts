/**
 * Measures the JavaScript of each page, in bytes over the wire with headers: of the first load, which are the scripts
 * that its HTML names, and of later scripts such as charts; and the layout shift while it loads.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type Metric, round } from "../harness/metric";
import { type Stage, withPage } from "./page";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MOST_KB = 235;
/** A page has fetched its later scripts after this. */
const SETTLED_MS = 3_000;

export async function measureScripts(stage: Stage): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const { address, signedOut } of pages()) {
    const { first, later, shift } = await withPage(stage, async (page) => {
      // Signed-in people are redirected from these.
      if (signedOut) await page.context().clearCookies();
      return load(page, address.replace("[id]", stage.company).replace("[feed]", "funding"));
    });
    const [firstKB, laterKB] = [round(first / 1000, 1), round(later / 1000, 1)];
    stage.print(`${address}: ${firstKB} kB of JavaScript, ${laterKB} kB later, CLS ${round(shift, 5)}`);
    metrics.push({ what: `${address}: JavaScript, kB`, value: firstKB, budget: { most: MOST_KB } });
    metrics.push({ what: `${address}: JavaScript fetched later, kB`, value: laterKB });
    metrics.push({ what: `${address}: CLS`, value: round(shift, 5), budget: { most: 0 } });
  }
  return metrics;
}

/** Lists every page, with its subject in brackets, and whether it comes before signing in. */
function pages(): { address: string; signedOut: boolean }[] {
  return readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx" && !file.includes("[..."))
    .map((file) => path.dirname(file).split(path.sep))
    .map((parts) => ({
      address: `/${parts.filter((part) => part !== "." && !part.startsWith("(")).join("/")}`,
      signedOut: parts.includes("(auth)"),
    }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

async function load(page: Page, address: string): Promise<{ first: number; later: number; shift: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Map<string, { readonly name: string; bytes: number }>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, { name: path.basename(response.url), bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script !== undefined) script.bytes = encodedDataLength;
  });
  await page.addInitScript(() => {
    Reflect.set(window, "shift", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, "hadRecentInput"))
          Reflect.set(window, "shift", Reflect.get(window, "shift") + Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  const response = await page.goto(address, { waitUntil: "load" });
  if (response === null || !response.ok()) throw new Error(`${address} responded ${response?.status()}.`);
  await page.waitForTimeout(SETTLED_MS);
  const html = await response.text();
  const sum = (named: boolean) =>
    [...scripts.values()].reduce(
      (total, { name, bytes }) => (html.includes(`/${name}"`) === named ? total + bytes : total),
      0,
    );
  return {
    first: sum(true),
    later: sum(false),
    shift: Number(await page.evaluate(() => Reflect.get(window, "shift"))),
  };
}
