/** Lists the actions of the palette that open no page: with the view of the page, with settings, with the session. */

import { FEEDS } from "@dealflow/contract/feeds";
import { DENSITIES, THEMES } from "@/components/shell/preferences/preferences";
import type { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { copiedTexts, feedRequest } from "@/lib/client/copy-as";
import { setOwnedOnly } from "@/lib/client/owned-only";
import type { ActingView } from "@/lib/client/palette";
import { activeFilters, clearAll } from "@/lib/filters/edit";
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
  const choose = (title: string, act: () => void) => action(title, act, done);
  const actions: Action[] = [
    ...(view === undefined ? [] : viewActions(view, handlers)),
    ...THEMES.filter((theme) => theme !== preferences.theme).map((theme) =>
      choose(theme === "system" ? "Theme: match system" : `Theme: ${theme}`, () => preferences.choose("theme", theme)),
    ),
    ...DENSITIES.filter((density) => density !== preferences.density).map((density) =>
      choose(`Rows: ${density}`, () => preferences.choose("density", density)),
    ),
    {
      ...choose(ownedOnly ? "Turn off owned only" : "Turn on owned only", () => setOwnedOnly(!ownedOnly)),
      aside: ownedOnly ? "allows spending" : "stops all spending",
      also: "owned only",
    },
    {
      ...choose(preferences.keys === "on" ? "Turn off letter shortcuts" : "Turn on letter shortcuts", () =>
        preferences.choose("keys", preferences.keys === "on" ? "off" : "on"),
      ),
      also: "keyboard shortcuts keys",
    },
    ...(signOut === undefined
      ? []
      : [
          {
            ...action("Sign out", () => void signOut().catch(({ message }: Error) => showMessage(message))),
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
  const copies = copiedTexts(feedRequest(view.feed, view.query), apiUrl).map(({ title, text: copied }) =>
    action(
      `Copy this view as ${title}`,
      () =>
        void navigator.clipboard.writeText(copied).then(
          () => showMessage(`Copied as ${title}`),
          () => showMessage("This browser can't copy"),
        ),
    ),
  );
  const clears = activeFilters(FEEDS[view.feed], view.query).length > 0;
  const clear = action("Clear all filters", () => view.setQuery(clearAll(FEEDS[view.feed], view.query)), done);
  const keys = { ...action("Show keyboard shortcuts", () => view.listKeys(), done), also: "list all keys" };
  const tools = TOOLS.flatMap(({ id, title }): Action[] => {
    const button = document.querySelector<HTMLElement>(`[data-tool="${id}"] :is(button, a)`);
    // Phones have them behind one button.
    if (button === null || button.getClientRects().length === 0) return [];
    const press = () => {
      button.focus();
      button.click();
    };
    return [action(title, press, done)];
  });
  return [...tools, ...copies, ...(clears ? [clear] : []), keys];
}

/** @param done closes the palette before the action, which else stays to show a message */
function action(title: string, act: () => void, done?: () => void): Action {
  return {
    id: title,
    title,
    act: () => {
      done?.();
      act();
    },
  };
}
