/** Parses parts of requests to the account's endpoints, types responses by the contract, and maps errors to envelopes. */

import { Readable } from "node:stream";
import type { AccountEndpoint, ResponseOf } from "@dealflow/contract/account/endpoint";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account/lists";
import { PERSON_LIMITS } from "@dealflow/contract/account/people";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import { characters, isPlainText, isUuid } from "@dealflow/contract/query/syntax";
import type { Context } from "hono";
import type { ListPart } from "@/service/accounts/list-page";
import { normalizeEmail } from "@/service/accounts/people/emails";
import { type PasswordOwner, validatePassword } from "@/service/accounts/people/passwords";
import type { Viewer } from "@/service/accounts/people/session-check";
import { ImportError } from "@/service/ingest/imports/imports";
import { ApiError } from "../api-error";
import type { Env } from "../context";

/** Responds with what the endpoint's schema describes. */
export function respond<E extends AccountEndpoint>(
  c: Context<Env>,
  endpoint: E,
  value: ResponseOf<E>,
  headers: Readonly<Record<string, string | string[]>> = {},
): Response {
  return c.json(value, endpoint.status ?? 200, headers);
}

/** Responds with a file, whose type follows from its name. */
export function respondFile(
  c: Context<Env>,
  name: `${string}.${"csv" | "json"}`,
  content: string | Readable,
): Response {
  const body = typeof content === "string" ? content : (Readable.toWeb(content) as ReadableStream);
  return c.body(body, 200, {
    "Content-Type": `${name.endsWith(".csv") ? "text/csv" : "application/json"}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

/** Returns the normalized address. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `Enter a valid email address such as name@company.com, with at most ${PERSON_LIMITS.email} characters.`,
    );
  return email;
}

export async function parseNewPassword(text: string, owner: PasswordOwner): Promise<string> {
  const problem = await validatePassword(text, owner);
  if (problem !== undefined) throw new ApiError("INVALID_INPUT", problem);
  return text;
}

/** Names are repeated in emails, where a mail program would make a link of it. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|\bwww\./i;

/** @param what `name`, `workspace's name`; without surrounding spaces */
export function parseName(text: string, most: number = PERSON_LIMITS.name, what = "name"): string {
  const name = text.trim().normalize("NFC");
  const length = characters(name);
  if (length < 1 || length > most)
    throw new ApiError("INVALID_INPUT", `The ${what} must have 1 to ${most} characters.`);
  if (!isPlainText(name)) throw new ApiError("INVALID_INPUT", `The ${what} contains an invalid character.`);
  if (ADDRESS.test(name)) throw new ApiError("INVALID_INPUT", `The ${what} can't contain a web address.`);
  return name;
}

/** The demo account is shared by all its visitors: its own data must not change. */
export function requireOwnAccount(c: Context<Env>, what: string): Viewer {
  const viewer = c.get("viewer");
  if (viewer.demo) throw new ApiError("FORBIDDEN", `The demo account is shared, so its ${what} can't be changed.`);
  return viewer;
}

/** Maps errors of imports, whose status depends on the endpoint. */
export async function withImportErrors<T>(
  code: "CONFLICT" | "INVALID_INPUT" | "NOT_FOUND",
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ImportError) throw new ApiError(code, error.message);
    throw error;
  }
}

/**
 * Reads one page. A position is a key, by which the list is ordered, and the id of its last row: within a list of one's
 * own it reveals nothing.
 *
 * @param read the rows of a part in the order of the list
 */
export async function listPage<Item>(
  c: Context<Env>,
  read: (part: ListPart) => Promise<readonly Item[]>,
  getPosition: (item: Item) => CursorPosition,
): Promise<ListPage<Item>> {
  const limit = parseLimit(c.req.query(LIST_PARAMETERS.limit));
  const after = parseCursor(c.req.query(LIST_PARAMETERS.cursor));
  // One extra row shows whether there is a next page.
  const rows = await read({ limit: limit + 1, after });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const position = hasMore ? getPosition(last) : undefined;
  return { items, nextCursor: position === undefined ? null : `${position.key}.${position.id}` };
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIST_LIMIT.default;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIST_LIMIT.max) return limit;
  throw new ApiError(
    "INVALID_INPUT",
    `${LIST_PARAMETERS.limit} must be a whole number from 1 to ${LIST_LIMIT.max}; got "${text.slice(0, 100)}"`,
  );
}

function parseCursor(text: string | undefined): CursorPosition | undefined {
  if (text === undefined) return undefined;
  const [key = "", id = ""] = text.split(".");
  if (/^\d{1,15}$/.test(key) && isUuid(id) && text === `${key}.${id}`) return { key: Number(key), id };
  throw new ApiError("INVALID_INPUT", `${LIST_PARAMETERS.cursor} must be the nextCursor of a previous page`);
}
