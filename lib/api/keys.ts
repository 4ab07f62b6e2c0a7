/** Tolerant readers for API keys, as the account endpoints return them. */

import { isObject, text } from "@dealflow/client/tolerant-reader";
import type { AccountKey, NewKey } from "@/lib/contract/account-keys";
import type { ListPage } from "@/lib/contract/account-lists";
import { readAccountList } from "./account-list";

export function readKeys(json: unknown): ListPage<AccountKey> | undefined {
  return readAccountList(json, key);
}

function key(value: unknown): AccountKey | null {
  if (!isObject(value)) return null;
  const id = text(value.id);
  if (id === null) return null;
  return {
    id,
    name: text(value.name) ?? "",
    lastFour: text(value.lastFour),
    dashboard: value.dashboard === true,
    createdAt: text(value.createdAt) ?? "",
    lastUsedAt: text(value.lastUsedAt),
    expiresAt: text(value.expiresAt),
    revokedAt: text(value.revokedAt),
  };
}

/** Undefined without the text: a key that cannot be shown is useless. */
export function readNewKey(json: unknown): NewKey | undefined {
  if (!isObject(json)) return undefined;
  const [read, whole] = [key(json.key), text(json.text)];
  return read === null || whole === null ? undefined : { key: read, text: whole };
}
