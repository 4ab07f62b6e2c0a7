/** Provides the saved views that the server knew when it rendered the frame of the page. */
import type { SavedSummary, ShelfView } from "@dealflow/contract/account/saved";
import { SHELF_VIEWS } from "@dealflow/contract/account/saved-counts";
import type { FeedName } from "@dealflow/contract/feeds";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useSavedViews, useWatchlist } from "@/lib/queries/saved";
import { useHost } from "../host";

const NOTHING: SavedSummary = { shelf: [], views: 0, companies: 0, inbox: null };
const Context = createContext(NOTHING);

export function SavedProvider({ value, children }: { value: SavedSummary | null; children: ReactNode }) {
  return <Context value={value ?? NOTHING}>{children}</Context>;
}

/** The server renders these, which are used until this document knows more. */
export function useSavedSummary(): SavedSummary {
  const initial = use(Context);
  const { views } = useSavedViews(false);
  const { companies } = useWatchlist(false);
  return {
    shelf: views?.slice(0, SHELF_VIEWS) ?? initial.shelf,
    views: views?.length ?? initial.views,
    companies: companies?.length ?? initial.companies,
    inbox: initial.inbox,
  };
}

/** A page was opened with this address, and the server knew this saved view of it. */
interface Opening {
  readonly feed: FeedName;
  readonly canonical: string;
  readonly saved: ShelfView | null;
}

/**
 * Returns the saved view that was opened, whose columns and order apply while its filters are changed, and the `current` one,
 * also when its filters have been changed since.
 */
export function useSavedMatch({ feed, canonical, saved }: Opening, now: string) {
  const { shelf } = use(Context);
  const views = useSavedViews(false).views ?? (saved === null ? shelf : [saved, ...shelf]);
  const at = (query: string) => views.find((view) => view.feed === feed && view.query === query);
  const opened = canonical === "" ? undefined : at(canonical);
  const shown = at(now);
  // This view was saved or opened after the page; the next document starts again from the server's.
  const [last, setLast] = useState({ canonical, id: shown?.id });
  if (last.canonical !== canonical) setLast({ canonical, id: shown?.id });
  else if (shown !== undefined && shown.id !== last.id) setLast({ canonical, id: shown.id });
  return { opened, current: shown ?? views.find(({ id }) => id === last.id) };
}

export function useLoadCounts(views: readonly { readonly id: string }[] = []): void {
  const host = useHost();
  const ids = views.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (host.own && ids !== "") void import("./actions").then(({ loadCounts }) => loadCounts(host, ids.split(" ")));
  }, [host, ids]);
}
