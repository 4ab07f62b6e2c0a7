/** Tolerant reader for pages of the account's lists. */

import { isObject, list, text } from "@dealflow/client/tolerant-reader";
import type { ListPage } from "@/lib/contract/account-lists";

/** Undefined when it is not a page of a list. */
export function readAccountList<Item>(
  json: unknown,
  item: (value: unknown) => Item | null,
): ListPage<Item> | undefined {
  if (!isObject(json) || !Array.isArray(json.items)) return undefined;
  return { items: list(item)(json.items), nextCursor: text(json.nextCursor) };
}
