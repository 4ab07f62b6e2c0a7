/** Pages of the account's lists: parsing the parameters, and building the response. */

import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account-lists";
import type { CursorPosition } from "@dealflow/contract/cursor";
import { isUuid } from "@dealflow/contract/syntax";
import type { Context } from "hono";
import type { ListPart } from "@/service/accounts/list-page";
import { ApiError } from "../api-error";
import type { Env } from "../context";

/**
 * Reads one page. A position is a key, by which the list is ordered, and the id of its last row: within a list of one's own
 * it reveals nothing.
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
