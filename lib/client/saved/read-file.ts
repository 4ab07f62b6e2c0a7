/** Files of saved views and of the watchlist: one item a line when written, read as far as they can be. */

import {
  SAVED_LIMITS,
  type SavedView,
  type ViewDraft,
  type WatchDraft,
  type WatchedCompany,
} from "@dealflow/contract/account/saved";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import { isObject } from "@dealflow/contract/query/syntax";

export interface FileRead<T> {
  readonly items: readonly T[];
  /** Each rejected item has the line where it starts. */
  readonly rejected: readonly { readonly line: number; readonly message: string }[];
}

export function writeViews(views: readonly SavedView[]): string {
  const kept = views.map(({ id: _, version: __, ...view }) => view);
  return formatFile("views", kept);
}

export function writeCompanies(companies: readonly WatchedCompany[]): string {
  const kept = companies.map(({ version: _, ...company }) => company);
  return formatFile("companies", kept);
}

function formatFile(what: string, items: readonly object[]): string {
  return `{"dealflow":"${what}","${what}":[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]}\n`;
}

/** A view is new wherever it is read, so it brings no id; a name that is there already gets " 2". */
export function readViewsFile(text: string, names: readonly string[]): FileRead<ViewDraft> {
  const usedNames = new Set(names.map((name) => name.toLowerCase()));
  return read(text, (value) => {
    const draft = readViewDraft(value);
    if (typeof draft === "string") return draft;
    const { id: _, ...view } = draft;
    const name = freeName(view.name, usedNames);
    usedNames.add(name.toLowerCase());
    return { ...view, name };
  });
}

/** @param known returns true for an id that can be one of a company of this host */
export function readCompaniesFile(text: string, known: (id: string) => boolean): FileRead<WatchDraft> {
  return read(text, (value) => {
    const draft = readWatchDraft(value);
    return typeof draft === "string" || known(draft.id) ? draft : "id must be a UUID, as this service's ids are";
  });
}

function read<T>(text: string, readItem: (value: unknown) => T | string): FileRead<T> {
  const { found, broken } = findItems(text);
  const items: T[] = [];
  const rejected = broken === undefined ? [] : [broken];
  for (const { line, json } of found) {
    const item = parsed(json);
    const result = item === undefined ? "it is not valid JSON" : readItem(item.value);
    if (typeof result === "string") rejected.push({ line, message: result });
    else items.push(result);
  }
  return { items, rejected: rejected.sort((a, b) => a.line - b.line) };
}

function parsed(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/**
 * Splits the outermost list into the texts of its objects: a broken one does not lose the others, and the line of each
 * is known, which `JSON.parse` reports in some browsers only.
 */
function findItems(text: string) {
  const found: { line: number; json: string }[] = [];
  const open: string[] = [];
  let [line, start, startLine] = [1, 0, 1];
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "\n") {
      line++;
      if (!inText) continue;
      // A string cannot span lines: one was left open, and nothing of its item can be recovered.
      inText = false;
      found.push({ line: startLine, json: "" });
      open.length = Math.min(open.length, open[0] === "[" ? 1 : 2);
    } else if (inText) {
      if (sign === "\\") at++;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") {
      if (sign === "{" && isList(open)) [start, startLine] = [at, line];
      open.push(sign);
    } else if (sign === "}" || sign === "]") {
      open.pop();
      if (sign === "}" && isList(open)) found.push({ line: startLine, json: text.slice(start, at + 1) });
    }
  }
  if (open.length > 0) return { found, broken: { line, message: "the file ends in the middle" } };
  const none = found.length === 0 && parsed(text) === undefined;
  return { found, broken: none ? { line: 1, message: "this is not a Dealflow JSON file" } : undefined };
}

/** Returns true in the outermost list, which is the file's own or the only one in its object. */
function isList(open: readonly string[]): boolean {
  return open.join("") === "[" || open.join("") === "{[";
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  let [free, number] = [name, 2];
  while (usedNames.has(free.toLowerCase())) {
    const end = ` ${number++}`;
    free = `${[...name].slice(0, SAVED_LIMITS.name - end.length).join("")}${end}`;
  }
  return free;
}

/** Returns the end of a sentence that says what is wrong when it is not valid. */
function readViewDraft(value: unknown): ViewDraft | string {
  if (!isObject(value)) return "it is not a view";
  const name = shortText(value.name, SAVED_LIMITS.name)?.trim();
  if (!name) return `name must be text of 1 to ${SAVED_LIMITS.name} characters`;
  const feed = FEED_NAMES.find((known) => known === value.feed);
  if (feed === undefined) return `feed must be one of ${FEED_NAMES.join(", ")}`;
  const query = shortText(value.query, SAVED_LIMITS.query);
  if (query === undefined) return `query must be text of at most ${SAVED_LIMITS.query} characters`;
  return {
    name,
    feed,
    query,
    columns: shortText(value.columns, SAVED_LIMITS.screen) ?? null,
    sort: shortText(value.sort, SAVED_LIMITS.screen) ?? null,
    shared: value.shared !== false,
    ...(typeof value.id === "string" ? { id: value.id } : {}),
    ...instant("lastSeenAt", value.lastSeenAt),
    ...instant("createdAt", value.createdAt),
  };
}

/** Returns the end of a sentence that says what is wrong when it is not valid. */
function readWatchDraft(value: unknown): WatchDraft | string {
  if (!isObject(value)) return "it is not a company";
  const id = shortText(value.id, SAVED_LIMITS.companyName);
  if (!id) return "id must be the id of a company";
  const name = shortText(value.name, SAVED_LIMITS.companyName);
  if (!name) return "name must be text";
  const note = value.note === undefined ? "" : shortText(value.note, SAVED_LIMITS.note);
  if (note === undefined) return `note must be text of at most ${SAVED_LIMITS.note} characters`;
  const domain = shortText(value.domain, SAVED_LIMITS.companyName) || null;
  return { id, name, domain, note, ...instant("addedAt", value.addedAt) };
}

function shortText(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && [...value].length <= maxLength && value.isWellFormed() && !value.includes("\0")
    ? value
    : undefined;
}

function instant<const Name extends string>(name: Name, value: unknown): { readonly [K in Name]?: string } {
  const at = typeof value === "string" ? new Date(value) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return {};
  // The only key is the one that the type names.
  return { [name]: at.toISOString() } as { readonly [K in Name]?: string };
}
