/** Keeps the list of a feed that this tab showed last, so that the page of one of its companies leads to the next. */
import { useEffect } from "react";
import { create } from "zustand";
import type { RowList } from "@/lib/filters/address";

interface LastList {
  readonly rows: RowList;
  /** The list has this address in the dashboard. */
  readonly address: string;
}

const useStore = create<{ readonly list: LastList | undefined }>(() => ({ list: undefined }));

export function useLastList(): LastList | undefined {
  return useStore(({ list }) => list);
}

export function useKeepList(rows: RowList, address: string): void {
  useEffect(() => useStore.setState({ list: { rows, address } }), [rows, address]);
}
