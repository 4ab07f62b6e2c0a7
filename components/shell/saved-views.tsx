"use client";
/** Saved views in the sidebar: rendered by the server where it knows them, with their place kept where the browser does. */
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Link } from "@/components/ui/link";
import { addressKey } from "@/lib/api/dashboard";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import type { SavedSummary } from "@/lib/contract/saved";
import { MAX_COUNTED, SHELF_VIEWS } from "@/lib/contract/saved-counts";
import { PAGES } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { useSaved } from "@/lib/queries/saved";
import { FeedLink } from "./feed-link";
import { VIEWS_LINK } from "./pages";

export function SavedViews({ onNavigate }: { onNavigate?: () => void }) {
  const host = useHost();
  const { shelf, views } = useSavedSummary();
  const path = usePathname();
  const search = addressKey(new URLSearchParams(useSearchParams()));
  const ids = shelf.map(({ id }) => id).join(" ");
  const pending = shelf.length < Math.min(views, SHELF_VIEWS);
  // A foreign host's views are in this browser's storage.
  const { counts } = useSaved({ views: !host.own && pending });

  useEffect(() => {
    // The service counts for free.
    if (!host.own || ids === "") return;
    void import("@/lib/client/saved/actions").then(({ loadCounts }) => loadCounts(host, ids.split(" ")));
  }, [host, ids]);

  const slots = Array.from({ length: Math.min(views, SHELF_VIEWS) }, (_, at) => shelf[at]);
  return (
    <>
      <h2 className="navigation-title">Saved views</h2>
      <ul>
        {slots.map((view, at) => (
          <li key={view?.id ?? `place ${at}`} className="navigation-place" data-testid="saved-view-place">
            {view && (
              <ViewLink
                view={view}
                here={isHere(view, path, search)}
                isNew={counts[view.id]}
                {...(onNavigate && { onNavigate })}
              />
            )}
          </li>
        ))}
        <li>
          <Link
            href={VIEWS_LINK.href}
            className="navigation-link focus-ring"
            aria-current={path === VIEWS_LINK.href ? "page" : undefined}
            {...(onNavigate && { onClick: onNavigate })}
          >
            {VIEWS_LINK.title}
            {views > 0 && <span className="navigation-number">{count(views)}</span>}
          </Link>
        </li>
      </ul>
    </>
  );
}

type Shelved = SavedSummary["shelf"][number];

function isHere(view: Shelved, path: string, search: string): boolean {
  return path === PAGES[view.feed] && search === addressKey(new URLSearchParams(view.query));
}

interface LinkProps {
  view: Shelved;
  here: boolean;
  isNew: number | undefined;
  onNavigate?: () => void;
}

function ViewLink({ view, here, isNew, onNavigate }: LinkProps) {
  return (
    <FeedLink
      href={`${PAGES[view.feed]}${view.query === "" ? "" : `?${view.query}`}`}
      className="navigation-link focus-ring"
      aria-current={here ? "true" : undefined}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <span className="navigation-name" title={view.name}>
        {view.name}
      </span>
      <span className="navigation-new">{isNew ? `${newWords(isNew)} new` : ""}</span>
    </FeedLink>
  );
}

/** `12`, `100+`. */
export function newWords(number: number): string {
  return number > MAX_COUNTED ? `${count(MAX_COUNTED)}+` : count(number);
}
