import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery, ListName } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { useEffect, useMemo, useState } from "react";
import { fetchList, useLists } from "@/components/filters/lists/use-lists";
import { isLong, type Listed, shortList } from "@/components/filters/lists/value-lists";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { useHost } from "@/lib/client/host";
import { useOwnedOnly } from "@/lib/client/owned-only";
import type { ActingView } from "@/lib/client/palette";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { signOut } from "@/lib/client/sign-out";
import { recentPages } from "@/lib/client/ui-store";
import { isDayFirst } from "@/lib/filters/date-words";
import { count } from "@/lib/format/counts";
import { useOwnedNames, usePaysOnce } from "@/lib/queries/owned/owned";
import { useSavedViews } from "@/lib/queries/saved";
import { useSummary } from "@/lib/queries/summaries";
import { actionEntries } from "./actions";
import { type Choice, words } from "./choice";
import { namedPages, nameEntries, pageEntries, rowEntries, searchEntries, viewEntries } from "./entries";
import { type Entry, Marked } from "./entry";
import { type Suggestion, type Suggestions, suggestionsFor } from "./suggestions";

type Group = [heading: string, entries: Entry[]];

interface Props {
  typed: string;
  /** These filters are applied together with the next one. */
  picked: readonly Choice[];
  /** The view of the page below is undefined on pages that are not a feed's. */
  view: ActingView | undefined;
  feed: FeedName;
  /** Remembers the page only where a title is given: names of owned records are not stored in the browser. */
  go: (href: string, title?: string) => void;
  apply: (choices: readonly Choice[]) => void;
  close: () => void;
  onMessage: (words: string) => void;
}

/** Groups the offers of the palette by heading; each line shows its price. */
export function usePaletteGroups({ typed, picked, view, feed, go, apply, close, onMessage }: Props) {
  const { own, apiUrl, identity, account } = useHost();
  const preferences = usePreferences();
  const initialViews = useSavedSummary().shelf;
  const { views = initialViews } = useSavedViews(true);
  const [recent] = useState(() => recentPages(account ?? ""));
  const query = view?.query ?? {};
  const { filters: suggestions, unread } = useSuggestions(typed, feed);
  const names = useOwnedNames(typed);
  const paysOnce = usePaysOnce();
  const { data: owned } = useSummary(
    paysOnce && typed.trim() !== "" ? { feed, scope: "owned" } : undefined,
    serializeFeedQuery(FEEDS[feed], query),
  );
  const ownedOnly = useOwnedOnly();
  const context = { feed, query, typed, picked, owned, apply };
  const pending = picked.length > 0 && typed.trim() === "";
  const filters = pending ? [pickedEntry(context)] : filterEntries(suggestions, context);
  const pages: Group = ["Go to", pageEntries(typed, { own, identity }, go)];
  const saved: Group = ["Saved views", pending ? [] : viewEntries(typed, views, go)];
  const known = namedPages(names).map(([heading, pages]): Group => [heading, nameEntries(heading, typed, pages, go)]);
  const isTyped = typed.trim() !== "";
  const actions: Group = [
    "Actions",
    actionEntries(typed, view, {
      apiUrl,
      preferences,
      ownedOnly,
      done: close,
      showMessage: onMessage,
      signOut: identity ? signOut : undefined,
    }),
  ];
  // Any text can be searched for.
  const isSearch = suggestions[0]?.every(({ filter }) => filter.kind === "text" && filter.form === "search");
  // Such filters, and those that leave words unread or are made of the beginnings of an action's words, are less likely to
  // be meant.
  const partly = unread.length > 0 || isSearch === true || (isTyped && actions[1].some(({ exact }) => exact));
  const groups: Group[] = [
    // A page whose title matches every word is preferred, even where some of the words match other entries.
    ...(isTyped ? [pages] : []),
    ...(partly ? [...known, actions] : []),
    [view === undefined ? `Filter ${FEEDS[feed].title.toLowerCase()}` : "Apply filter", filters],
    ...(partly ? [] : known),
    ...(isTyped ? [saved] : []),
    ["Loaded rows", view === undefined ? [] : rowEntries(typed, view, close)],
    [
      "Recent",
      pending || typed.trim() !== ""
        ? []
        : recent.map(({ href, title }) => ({
            id: `recent ${href}`,
            title,
            act: () => go(href, title),
          })),
    ],
    ...(isTyped ? [] : [saved, pages]),
    ...(partly ? [] : [actions]),
  ];
  // A text that reads completely as filters is hardly a name to search for.
  const understood = suggestions.length > 0 && unread.length === 0;
  const search: Group = ["Search", understood ? [] : searchEntries(typed, own, go)];
  const found = groups.some(([, entries]) => entries.length > 0);
  return { groups: [...groups, search], suggestions, unread, found };
}

const LONG = ["countries", "industries", "naics"] as const;

/** Reads the text of the palette as filters of a feed; the long lists of values are fetched when it opens. */
function useSuggestions(typed: string, feed: FeedName): Suggestions {
  const getList = useLists({});
  useEffect(() => {
    for (const name of LONG) void fetchList(name);
  }, []);
  const today = new Date().toISOString().slice(0, 10);
  const [countries, industries, naics] = LONG.map((name) => getList(name).values);
  return useMemo(() => {
    const long: Partial<Record<ListName, readonly Listed[] | undefined>> = { countries, industries, naics };
    const getValues = (name: ListName) => (isLong(name) ? (long[name] ?? []) : shortList(name));
    return suggestionsFor(typed, { feed: FEEDS[feed], getValues, dates: { today, dayFirst: isDayFirst() } });
  }, [typed, feed, countries, industries, naics, today]);
}

interface Context {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly typed: string;
  /** These filters are applied together with the next one. */
  readonly picked: readonly Choice[];
  /** The summary covers the owned records that match the query; undefined where it is not known. */
  readonly owned: Summary | undefined;
  apply(choices: readonly Choice[]): void;
}

/** Lists the filters that the palette offers for a typed text. */
function filterEntries(suggestions: readonly Suggestion[], { query, typed, picked, owned, apply }: Context): Entry[] {
  return suggestions.map((choices) => {
    const all = [...picked, ...choices];
    const number = picked.length === 0 ? countOwned(owned, query, choices) : undefined;
    return {
      id: filterId(choices),
      title: choices.map((choice, at) => (
        <span key={words(choice)}>
          {at > 0 && ", "}
          <span className="text-text-2">{choice.filter.label}</span> <Marked text={choice.title} typed={typed} />
        </span>
      )),
      ...(number === undefined ? {} : { aside: `${count(number)} owned` }),
      act: () => apply(all),
    };
  });
}

/** Counts the owned records that the value would find, which its facet counts while the query names no other value. */
function countOwned(owned: Summary | undefined, query: AnyQuery, choices: Suggestion): number | undefined {
  const [choice, ...more] = choices;
  if (owned === undefined || choice === undefined || more.length > 0) return undefined;
  const [[param, value] = [], ...others] = Object.entries(choice.values);
  if (param === undefined || others.length > 0 || query[param] !== undefined) return undefined;
  const [text, ...rest] = typeof value === "object" ? value : [value];
  const counts = owned.facets[param];
  return typeof text === "string" && rest.length === 0 && counts !== undefined ? (counts[text]?.count ?? 0) : undefined;
}

/** Applies the filters that were picked. */
function pickedEntry({ picked, apply }: Context): Entry {
  return { id: "Apply filters", title: `Apply ${picked.map(words).join(", ")}`, act: () => apply(picked) };
}

/** The line that applies these filters has this id. */
export function filterId(choices: Suggestion): string {
  return `filter ${choices.map(words).join(", ")}`;
}
