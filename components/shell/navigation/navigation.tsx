import type { SavedSummary } from "@dealflow/contract/account/saved";
import { INBOX_LIMITS, MAX_COUNTED, SHELF_VIEWS } from "@dealflow/contract/account/saved-counts";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import {
  FEED_LINKS,
  isThere,
  type PageLink,
  REFERENCE_LINKS,
  START_LINK,
  VIEWS_LINK,
  WORKSPACE_LINKS,
} from "@/components/shell/pages";
import { sortSearch } from "@/lib/client/address";
import { useHost } from "@/lib/client/host";
import { useInboxState } from "@/lib/client/inbox/inbox-state";
import { useLoadCounts, useSavedSummary } from "@/lib/client/saved/saved-context";
import { COMPARE_PAGE, compareAddress } from "@/lib/client/timelines/addresses";
import { useCompareList } from "@/lib/client/timelines/compare-list";
import { OPEN_KEY, ORDER_KEY, PAGES, savedViewAddress } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { useNewCounts, useSavedViews } from "@/lib/queries/saved";
import { NAVIGATION_TITLE, NavigationLink, NavigationNumber } from "./navigation-link";

interface Props {
  onNavigate?: (() => void) | undefined;
}

export function Navigation({ onNavigate }: Props) {
  const host = useHost();
  return (
    <nav
      aria-label="Pages"
      className="scroll-shadows min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4 in-data-touch:flex-none in-data-touch:overflow-visible [&_ul+ul]:mt-4"
    >
      <Group links={[START_LINK, ...FEED_LINKS]} onNavigate={onNavigate} />
      <SavedViews onNavigate={onNavigate} />
      <Group title="Workspace" links={WORKSPACE_LINKS.filter((link) => isThere(link, host))} onNavigate={onNavigate} />
      <Group links={REFERENCE_LINKS} onNavigate={onNavigate} />
    </nav>
  );
}

function Group({ title, links, onNavigate }: Props & { title?: string; links: readonly PageLink[] }) {
  if (links.length === 0) return null;
  return (
    <>
      {title !== undefined && <h2 className={NAVIGATION_TITLE}>{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            {link.href === COMPARE_PAGE ? (
              <CompareEntry link={link} onNavigate={onNavigate} />
            ) : (
              <Entry link={link} onNavigate={onNavigate}>
                {link.title}
                {link.number === "watched" && <WatchedNumber />}
                {link.number === "unread" && <UnreadNumber />}
              </Entry>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** This entry leads to the companies of the comparison list, with their number. */
function CompareEntry({ link, onNavigate }: Props & { link: PageLink }) {
  const ids = useCompareList();
  return (
    <Entry link={{ ...link, href: compareAddress(ids) }} onNavigate={onNavigate}>
      {link.title}
      {ids.length > 0 && <NavigationNumber>{count(ids.length)}</NavigationNumber>}
    </Entry>
  );
}

function Entry({ link, onNavigate, children }: Props & { link: PageLink; children: ReactNode }) {
  const path = usePathname();
  const page = link.href.split("?", 1)[0] ?? link.href;
  const here = path === page || [page, link.below ?? page].some((above) => path.startsWith(`${above}/`));
  return (
    <NavigationLink href={link.href} current={here ? "page" : undefined} onNavigate={onNavigate}>
      {children}
    </NavigationLink>
  );
}

/** Changes of the number are announced. */
function UnreadNumber() {
  const unread = useInboxState()?.unread ?? 0;
  return (
    <span role="status" className="ml-auto" data-testid="inbox-badge">
      {unread > 0 && (
        <span className="rounded-full bg-accent px-1.5 py-px text-11 font-medium text-accent-on">
          {unreadWords(unread)}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </span>
  );
}

function WatchedNumber() {
  const { companies } = useSavedSummary();
  return companies > 0 && <NavigationNumber>{count(companies)}</NavigationNumber>;
}

/** The result looks like `12` or `99+`. */
export function unreadWords(unread: number): string {
  return unread > INBOX_LIMITS.counted ? `${count(INBOX_LIMITS.counted)}+` : count(unread);
}

/**
 * Lists saved views in the sidebar. The server renders them where it knows them; where only the browser does, their
 * space is reserved.
 */
function SavedViews({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
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
