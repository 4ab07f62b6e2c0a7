/** Names the states of files and the fields of maps for people. */
import type { ImportFile, ListedImport } from "@dealflow/contract/account/imports/imports";

export const STATE_WORDS: Readonly<Record<ImportFile["state"], string>> = {
  receiving: "upload interrupted",
  waiting: "waiting for another file",
  inspecting: "reading",
  inspected: "not checked",
  checking: "checking",
  checked: "checked",
  importing: "importing",
  imported: "imported",
  stopped: "stopped",
  failed: "failed",
};

export function importState(
  { undoneAt, isRunning, complete }: Pick<ListedImport, "undoneAt" | "isRunning" | "complete">,
  isUndoing: boolean,
): { readonly words: string; readonly canUndo: boolean } {
  if (undoneAt !== null) return { words: "undone", canUndo: false };
  if (isUndoing) return { words: "being undone", canUndo: false };
  if (isRunning) return { words: "running", canUndo: false };
  return { words: complete ? "in use" : "interrupted", canUndo: true };
}

const UNITS = ["B", "kB", "MB", "GB"] as const;

export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}

const UNIT_WORDS: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day", w: "week" };

/** The id is part of every address of a record. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export function idIn(record: string): string {
  return ID.exec(record)?.[0] ?? record.trim();
}

/** A record is named by either. */
export const RECORD_HINT = "Its id, or the address of its page";

/** `1d` reads as “every day”, and `15m` as “every 15 minutes”. */
export function intervalTitle(every: string): string {
  const [number, word] = [Number.parseInt(every, 10), UNIT_WORDS[every.at(-1) ?? ""] ?? ""];
  return number === 1 ? `every ${word}` : `every ${number} ${word}s`;
}

/** `company.hqCountry` reads as “Company HQ country”, and `announcedAt` as “Announced”. */
export function fieldTitle(field: string): string {
  if (field === "(key)") return "Identifies the event";
  const words = field
    .replaceAll(".", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ at$/, "")
    .replace(/\bhq\b/g, "HQ")
    .replace(/\burl\b/g, "link")
    .replace(/\bnaics code\b/g, "NAICS code");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence about a value begins with the path of its field, which people know by its title, and `iso` is of maps. */
export function problemWords(problem: string): string {
  return problem
    .replace(/^[a-z][A-Za-z]*(?:\.[A-Za-z]+)*(?= )/, fieldTitle)
    .replace(/( is not a date in [^"]*)\biso\b/, "$1yyyy-mm-dd");
}
