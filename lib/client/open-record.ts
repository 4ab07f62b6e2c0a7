"use client";
/** Which record is open beside a page that is no feed's, by its address. */
import { OPEN_KEY } from "@/lib/filters/pages";
import { pushAddress, replaceAddress, useSearch } from "./location";

export interface OpenRecord {
  /** Its key; undefined when none is open. */
  readonly open: string | undefined;
  /** The address with this one open. */
  hrefOf(key: string): string;
  setOpen(key: string | undefined): void;
}

/** @param search the address's query as the server saw it, its parameters in order of name */
export function useOpenRecord(path: string, search: string): OpenRecord {
  const now = useSearch(path, search);
  const open = new URLSearchParams(now).get(OPEN_KEY) || undefined;
  const hrefOf = (key: string | undefined) => {
    const query = new URLSearchParams(now);
    query.delete(OPEN_KEY);
    if (key !== undefined) query.set(OPEN_KEY, key);
    return query.size === 0 ? path : `${path}?${query}`;
  };
  return {
    open,
    hrefOf,
    setOpen: (key) => {
      if (key === open) return;
      // Leafing through records with the sheet open is one step in history, opening and closing it are others.
      (open !== undefined && key !== undefined ? replaceAddress : pushAddress)(hrefOf(key));
    },
  };
}
