/** Which API is asked, and with which key: a foreign host when there is an `API_KEY`, else our own service. */
import "server-only";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Environment } from "./environment";

export interface Upstream {
  readonly host: string;
  readonly key: string;
  /** Our own service, which says things of itself that the interface does not. */
  readonly own: boolean;
  /** Tells accounts apart in caches, here and in browsers, without holding the key. */
  readonly account: string;
}

/** The key file that the start command keeps for the dashboard, with mode 600. */
export const KEY_FILE = "dashboard.key";

/** No key is there. The message may be shown. */
export class NoKey extends Error {}

let kept: { path: string; changed: number; key: string } | undefined;

/** Throws `NoKey`. */
export async function upstream(settings: Environment): Promise<Upstream> {
  if (settings.apiKey !== undefined) return named(settings.apiUrl, settings.apiKey, false);
  return named(settings.apiInternalUrl, await keptKey(resolve(settings.dataDir, KEY_FILE)), true);
}

async function keptKey(path: string): Promise<string> {
  const changed = await stat(path).then(
    (file) => file.mtimeMs,
    () => undefined,
  );
  if (changed !== undefined && kept?.path === path && kept.changed === changed) return kept.key;
  const text = changed === undefined ? "" : await readFile(path, "utf8").catch(() => "");
  const key = text.trim();
  if (changed === undefined || !/^[\x21-\x7e]+$/.test(key))
    throw new NoKey(
      "The dashboard has no API key: start it with npm start, which makes one, or set API_KEY and API_URL.",
    );
  kept = { path, changed, key };
  return key;
}

function named(host: string, key: string, own: boolean): Upstream {
  const account = createHash("sha256").update(`${host}\n${key}`).digest("base64url").slice(0, 16);
  return { host, key, own, account };
}
