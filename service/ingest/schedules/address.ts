/** Checks the address and the interval of a schedule. */
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { ImportError } from "../imports/imports";

export interface SchedulePlaces {
  /** Folders must lie below one of these absolute paths. */
  readonly folders: readonly string[];
  /** Returns the URL as it is requested, or one sentence about why it cannot be. */
  readonly checkUrl: (text: string) => Promise<{ readonly url: string } | { readonly problem: string }>;
}

export function isUrl(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
}

/** Returns the address as it is stored; throws `ImportError` with a sentence. */
export async function checkAddress(address: string, places: SchedulePlaces): Promise<string> {
  if (!isUrl(address)) return checkFolder(address, places.folders);
  const checked = await places.checkUrl(address);
  if ("problem" in checked) throw new ImportError(`"${address}" cannot be scheduled. ${checked.problem}`);
  return checked.url;
}

/** Returns the real path of a folder, which links may not lead out of the allowed ones; throws `ImportError`. */
export async function checkFolder(folder: string, allowed: readonly string[]): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory())
    throw new ImportError(`"${folder}" is neither an https address nor a folder on this machine.`);
  for (const one of allowed) {
    const root = await realpath(one).catch(() => undefined);
    if (root !== undefined && (real === root || real.startsWith(root + path.sep))) return real;
  }
  throw new ImportError(`The folder "${folder}" must lie below ${allowed.join(" or ")}; IMPORT_FOLDERS adds others.`);
}

const UNITS = [
  ["w", 604_800],
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** Parses an interval such as `15m`, `1h`, `1d` or `2w`; undefined when it is none, or longer than a year. Returns seconds. */
export function parseInterval(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? [];
  const size = UNITS.find(([name]) => name === unit)?.[1];
  if (count === undefined || size === undefined) return undefined;
  const seconds = Number(count) * size;
  return seconds <= 366 * 86_400 ? seconds : undefined;
}

export function formatInterval(seconds: number): string {
  const [name, size] = UNITS.find(([, size]) => seconds % size === 0) ?? ["m", 60];
  return `${seconds / size}${name}`;
}
