/** Keeps the list of a feed that this tab showed last, so that the page of one of its companies leads to the next. */
import type { FeedName } from "@dealflow/contract/feeds";
import { useEffect } from "react";
import { create } from "zustand";
import type { RowScope } from "@/lib/filters/address";

interface LastList {
  readonly feed: FeedName;
  readonly canonical: string;
  readonly order: string;
  readonly scope: RowScope;
  /** The dashboard's address of the list. */
  readonly address: string;
}

const useStore = create<{ readonly list: LastList | undefined }>(() => ({ list: undefined }));

export function useLastList(): LastList | undefined {
  return useStore(({ list }) => list);
}

export function useKeepList({ feed, canonical, order, scope, address }: LastList): void {
  useEffect(
    () => useStore.setState({ list: { feed, canonical, order, scope, address } }),
    [feed, canonical, order, scope, address],
  );
}
