"use client";
/** What the palette offers beside filters: pages, loaded rows, and things to do with the view. */
import { text } from "@dealflow/client/tolerant-reader";
import type { PageLink } from "@/components/shell/pages";
import { FEED_LINKS, REFERENCE_LINKS, SETTINGS_LINKS, WORKSPACE_LINKS } from "@/components/shell/pages";
import { DENSITIES, THEMES } from "@/components/shell/preferences";
import type { usePreferences } from "@/components/shell/preferences-provider";
import { copiedTexts, feedRequest } from "@/lib/client/copy-as";
import type { ActingView } from "@/lib/client/palette";
import { factsAt } from "@/lib/contract/facts";
import { serializeFeedQuery } from "@/lib/contract/feed-query";
import { FEEDS, type FeedName, LIMIT } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import type { SavedView } from "@/lib/contract/saved";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters, clearAll } from "@/lib/filters/edit";
import { feedAtPage, PAGES } from "@/lib/filters/pages";
import { longDate } from "@/lib/format/dates";
import { FREE, maxPrice, type Price } from "@/lib/format/price";
import { readFeed } from "@/lib/queries/feeds";
import { type Entry, Marked } from "./entry";

/** What coming to a view costs: nothing where its first page is here already. */
export function priceOf(feed: FeedName, query: AnyQuery): Price {
  return priceOfView(feed, serializeFeedQuery(FEEDS[feed], query));
}

function priceOfView(feed: FeedName, canonical: string): Price {
  const cached = readFeed(feed, canonical).pages.length > 0;
  return cached ? FREE : maxPrice(LIMIT.default);
}

/** The same for an address; pages that are not a feed's are free. */
export function priceOfAddress(href: string): Price {
  const { pathname, searchParams } = new URL(href, window.location.href);
  const feed = feedAtPage(pathname);
  if (feed === undefined) return FREE;
  const { canonical, issues } = parseAddress(FEEDS[feed], searchParams);
  // An address of which a part is left out buys nothing by being opened.
  return issues.length > 0 ? FREE : priceOfView(feed, canonical);
}

/** Whether every typed word is a prefix of a word of the text. */
function matchesTitle(title: string, typed: string): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

export function pageEntries(typed: string, own: boolean, go: (href: string, title: string) => void): Entry[] {
  const links: readonly PageLink[] = [...FEED_LINKS, ...WORKSPACE_LINKS, ...SETTINGS_LINKS, ...REFERENCE_LINKS];
  return links
    .filter((link) => (own || !link.ownHost) && matchesTitle(`go to ${link.title}`, typed))
    .map(({ href, title }) => ({
      id: `page ${href}`,
      title: <Marked text={title} typed={typed} />,
      price: priceOfAddress(href),
      act: () => go(href, title),
    }));
}

/** Views that are offered while nothing is typed. */
const MOST_VIEWS = 5;

export function viewEntries(
  typed: string,
  views: readonly Pick<SavedView, "id" | "name" | "feed" | "query">[],
  go: (href: string, title: string) => void,
): Entry[] {
  const found = views.filter(({ name }) => matchesTitle(`view ${name}`, typed));
  return found.slice(0, typed.trim() === "" ? MOST_VIEWS : undefined).map(({ id, name, feed, query }) => {
    const href = `${PAGES[feed]}${query === "" ? "" : `?${query}`}`;
    return {
      id: `view ${id}`,
      title: <Marked text={name} typed={typed} />,
      aside: FEEDS[feed].title,
      price: priceOfAddress(href),
      act: () => go(href, name),
    };
  });
}

const MOST_ROWS = 5;
const NAMES = ["company.name", "target.name", "name", "person.name", "acquirer.name"];

export function rowEntries(typed: string, view: ActingView, done: () => void): Entry[] {
  if (typed.trim().length < 2) return [];
  const found: Entry[] = [];
  for (const { key, record } of view.rows) {
    const name = NAMES.flatMap((path) => factsAt(record, path).map(text)).find(
      (one) => one && matchesTitle(one, typed),
    );
    if (!name) continue;
    const announced = text(factsAt(record, "announcedAt")[0]);
    found.push({
      id: `row ${key}`,
      title: <Marked text={name} typed={typed} />,
      ...(announced === null ? {} : { aside: longDate(announced) }),
      price: FREE,
      act: () => {
        done();
        view.setOpen(key);
      },
    });
    if (found.length === MOST_ROWS) break;
  }
  return found;
}

interface ActionHandlers {
  readonly apiUrl: string;
  readonly preferences: ReturnType<typeof usePreferences>;
  readonly done: () => void;
  /** Undefined: there are no sessions here. */
  readonly signOut: (() => Promise<string | undefined>) | undefined;
  /** What else it does. */
  readonly signOutAside: string | undefined;
  /** Announces the result. */
  readonly showMessage: (words: string) => void;
}

export function actionEntries(typed: string, view: ActingView | undefined, handlers: ActionHandlers): Entry[] {
  const { preferences, done, signOut, signOutAside: aside, showMessage } = handlers;
  const free = (title: string, act: () => void): Entry => ({ id: title, title, price: FREE, act });
  const choose = (act: () => void) => () => {
    act();
    done();
  };
  const actions = [
    ...(view === undefined ? [] : viewActions(view, handlers)),
    ...THEMES.filter((theme) => theme !== preferences.theme).map((theme) =>
      free(
        theme === "system" ? "Theme of the system" : `Theme ${theme}`,
        choose(() => preferences.choose("theme", theme)),
      ),
    ),
    ...DENSITIES.filter((density) => density !== preferences.density).map((density) =>
      free(
        `Rows ${density}`,
        choose(() => preferences.choose("density", density)),
      ),
    ),
    ...(signOut === undefined
      ? []
      : [
          {
            ...free("Sign out", () => void signOut().then((error) => error && showMessage(error))),
            ...(aside !== undefined && { aside }),
          },
        ]),
  ];
  return actions
    .filter(({ id }) => matchesTitle(id, typed))
    .map((entry) => ({ ...entry, title: <Marked text={entry.id} typed={typed} /> }));
}

function viewActions(view: ActingView, { apiUrl, done, showMessage }: ActionHandlers): Entry[] {
  const copies = copiedTexts(feedRequest(view.feed, view.query), apiUrl).map(({ title, text: copied }) => ({
    id: `Copy this view as ${title}`,
    title,
    price: FREE,
    act: () =>
      void navigator.clipboard.writeText(copied).then(
        () => showMessage(`Copied as ${title}`),
        () => showMessage("Copying is not possible in this browser"),
      ),
  }));
  const clears = activeFilters(FEEDS[view.feed], view.query).length > 0;
  const cleared = clearAll(FEEDS[view.feed], view.query);
  const clear = {
    id: "Clear all filters",
    title: "Clear all filters",
    price: priceOf(view.feed, cleared),
    act: () => {
      done();
      view.setQuery(cleared);
    },
  };
  const keys = {
    id: "List all keys",
    title: "List all keys",
    price: FREE,
    act: () => {
      done();
      view.listKeys();
    },
  };
  return [...copies, ...(clears ? [clear] : []), keys];
}
