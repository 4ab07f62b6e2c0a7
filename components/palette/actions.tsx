"use client";
/** Lists the actions of the palette that open no page: with the view of the page, with settings, with the session. */

import { FEEDS } from "@dealflow/contract/feeds";
import { DENSITIES, THEMES } from "@/components/shell/preferences/preferences";
import type { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { copiedTexts, feedRequest } from "@/lib/client/copy-as";
import { setOwnedOnly } from "@/lib/client/owned-only";
import type { ActingView } from "@/lib/client/palette";
import { activeFilters, clearAll } from "@/lib/filters/edit";
import { FREE } from "@/lib/format/price";
import { matchesTitle, matchesWords } from "./entries";
import { type Entry, Marked } from "./entry";

interface ActionHandlers {
  readonly apiUrl: string;
  readonly preferences: ReturnType<typeof usePreferences>;
  readonly done: () => void;
  readonly ownedOnly: boolean;
  /** Signing out is undefined where there are no sessions. */
  readonly signOut: (() => Promise<void>) | undefined;
  /** This tells people the result of an action. */
  readonly showMessage: (words: string) => void;
}

/** People also look for an action by the words in `also`. */
type Action = Entry & { readonly also?: string };

export function actionEntries(typed: string, view: ActingView | undefined, handlers: ActionHandlers): Entry[] {
  const { preferences, ownedOnly, done, signOut, showMessage } = handlers;
  const free = (title: string, act: () => void): Entry => ({ id: title, title, price: FREE, act });
  const choose = (act: () => void) => () => {
    act();
    done();
  };
  const actions: Action[] = [
    ...(view === undefined ? [] : viewActions(view, handlers)),
    ...THEMES.filter((theme) => theme !== preferences.theme).map((theme) =>
      free(
        theme === "system" ? "Theme: match system" : `Theme: ${theme}`,
        choose(() => preferences.choose("theme", theme)),
      ),
    ),
    ...DENSITIES.filter((density) => density !== preferences.density).map((density) =>
      free(
        `Rows: ${density}`,
        choose(() => preferences.choose("density", density)),
      ),
    ),
    {
      ...free(
        ownedOnly ? "Turn off owned only" : "Turn on owned only",
        choose(() => setOwnedOnly(!ownedOnly)),
      ),
      aside: ownedOnly ? "allows spending" : "stops all spending",
      also: "owned only",
    },
    {
      ...free(
        preferences.keys === "on" ? "Turn off letter shortcuts" : "Turn on letter shortcuts",
        choose(() => preferences.choose("keys", preferences.keys === "on" ? "off" : "on")),
      ),
      also: "keyboard shortcuts keys",
    },
    ...(signOut === undefined
      ? []
      : [
          {
            ...free("Sign out", () => void signOut().catch(({ message }: Error) => showMessage(message))),
            also: "log out logout sign off",
          },
        ]),
  ];
  return actions
    .filter(({ id, also = "" }) => matchesTitle(`${id} ${also}`, typed))
    .map(({ also = "", ...entry }) => ({
      ...entry,
      title: <Marked text={entry.id} typed={typed} />,
      exact: matchesWords(`${entry.id} ${also}`, typed),
    }));
}

/** The palette opens these panels of the bar, and pages for the selected rows. */
const TOOLS = [
  { id: "compare", title: "Compare selected companies" },
  { id: "export", title: "Export rows…" },
  { id: "save", title: "Save view…" },
] as const;

function viewActions(view: ActingView, { apiUrl, done, showMessage }: ActionHandlers): Action[] {
  const copies = copiedTexts(feedRequest(view.feed, view.query), apiUrl).map(({ title, text: copied }) => ({
    id: `Copy this view as ${title}`,
    title,
    price: FREE,
    act: () =>
      void navigator.clipboard.writeText(copied).then(
        () => showMessage(`Copied as ${title}`),
        () => showMessage("This browser can't copy"),
      ),
  }));
  const clears = activeFilters(FEEDS[view.feed], view.query).length > 0;
  const cleared = clearAll(FEEDS[view.feed], view.query);
  const clear = {
    id: "Clear all filters",
    title: "Clear all filters",
    price: FREE,
    act: () => {
      done();
      view.setQuery(cleared);
    },
  };
  const keys = {
    id: "Show keyboard shortcuts",
    title: "Show keyboard shortcuts",
    also: "list all keys",
    price: FREE,
    act: () => {
      done();
      view.listKeys();
    },
  };
  const tools = TOOLS.flatMap(({ id, title }): Action[] => {
    const button = document.querySelector<HTMLElement>(`[data-tool="${id}"] :is(button, a)`);
    // Phones have them behind one button.
    if (button === null || button.getClientRects().length === 0) return [];
    return [
      {
        id: title,
        title,
        price: FREE,
        act: () => {
          done();
          button.focus();
          button.click();
        },
      },
    ];
  });
  return [...tools, ...copies, ...(clears ? [clear] : []), keys];
}
