"use client";
/** What the server knew of saved views when it rendered the frame of the page. */
import { createContext, type ReactNode, use } from "react";
import type { FeedName } from "@/lib/contract/feeds";
import type { SavedSummary, SavedView } from "@/lib/contract/saved";
import { SHELF_VIEWS } from "@/lib/contract/saved";
import { useSaved } from "./saved-store";

const NOTHING: SavedSummary = { shelf: [], views: 0, companies: 0 };
const Context = createContext(NOTHING);

export function SavedProvider({ value, children }: { value: SavedSummary | null; children: ReactNode }) {
  return <Context value={value ?? NOTHING}>{children}</Context>;
}

/** As the server said, until this document knows more. */
export function useSavedSummary(): SavedSummary {
  const served = use(Context);
  const { views, companies } = useSaved();
  return {
    shelf: views?.slice(0, SHELF_VIEWS) ?? served.shelf,
    views: views?.length ?? served.views,
    companies: companies?.length ?? served.companies,
  };
}

/** The saved view whose rows these are. */
export function useSavedMatch(feed: FeedName, canonical: string): Pick<SavedView, "id" | "name"> | undefined {
  const served = use(Context);
  const { views = served.shelf } = useSaved();
  return views.find((view) => view.feed === feed && view.query === canonical);
}
