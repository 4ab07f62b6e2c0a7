"use client";
/**
 * Lists saved views in the sidebar. The server renders them where it knows them; where only the browser does, their
 * space is reserved.
 */

import type { SavedSummary } from "@dealflow/contract/account/saved";
import { MAX_COUNTED, SHELF_VIEWS } from "@dealflow/contract/account/saved-counts";
import { usePathname, useSearchParams } from "next/navigation";
import { VIEWS_LINK } from "@/components/shell/pages";
import { sortSearch } from "@/lib/client/address";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { useLoadCounts } from "@/lib/client/saved/use-load-counts";
import { OPEN_KEY, ORDER_KEY, PAGES, savedViewAddress } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { useNewCounts, useSavedViews } from "@/lib/queries/saved";
import { NAVIGATION_TITLE, NavigationLink, NavigationNumber } from "./navigation-link";

export function SavedViews({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const host = useHost();
  const { shelf, views } = useSavedSummary();
  const path = usePathname();
  const search = viewSearch(useSearchParams());
  const pending = shelf.length < Math.min(views, SHELF_VIEWS);
  // A foreign host's views are in this browser's storage.
  useSavedViews(!host.own && pending);
  const counts = useNewCounts();
  useLoadCounts(shelf);

  const slots = Array.from({ length: Math.min(views, SHELF_VIEWS) }, (_, at) => shelf[at]);
  return (
    <>
      <h2 className={NAVIGATION_TITLE}>Saved views</h2>
      <ul>
        {slots.map((view, at) => (
          <li
            key={view?.id ?? `place ${at}`}
            className="min-h-row-nav in-data-touch:min-h-row-touch"
            data-testid="saved-view-place"
          >
            {view && (
              <ViewLink view={view} here={isHere(view, path, search)} isNew={counts[view.id]} onNavigate={onNavigate} />
            )}
          </li>
        ))}
        <li>
          <NavigationLink
            href={VIEWS_LINK.href}
            current={path === VIEWS_LINK.href ? "page" : undefined}
            onNavigate={onNavigate}
          >
            {VIEWS_LINK.title}
            {views > 0 && <NavigationNumber>{count(views)}</NavigationNumber>}
          </NavigationLink>
        </li>
      </ul>
    </>
  );
}

type Shelved = SavedSummary["shelf"][number];

/** Returns the filters of an address, without the rest. */
function viewSearch(search: URLSearchParams): string {
  const shown = new URLSearchParams(search);
  for (const key of [OPEN_KEY, ORDER_KEY]) shown.delete(key);
  return sortSearch(shown);
}

function isHere(view: Shelved, path: string, search: string): boolean {
  return path === PAGES[view.feed] && search === sortSearch(view.query);
}

interface LinkProps {
  view: Shelved;
  here: boolean;
  isNew: number | undefined;
  onNavigate: (() => void) | undefined;
}

function ViewLink({ view, here, isNew, onNavigate }: LinkProps) {
  return (
    <NavigationLink href={savedViewAddress(view)} current={here ? "true" : undefined} onNavigate={onNavigate}>
      <span className="min-w-0 flex-1 truncate" title={view.name}>
        {view.name}
      </span>
      <span className="shrink-0 pl-1.5 text-right text-11 font-regular whitespace-nowrap text-accent-text">
        {isNew ? `${newWords(isNew)} new` : ""}
      </span>
    </NavigationLink>
  );
}

/** The result looks like `12` or `100+`. */
export function newWords(number: number): string {
  return number > MAX_COUNTED ? `${count(MAX_COUNTED)}+` : count(number);
}
