"use client";
/** Go anywhere, or filter by typing; every line says what it costs. Is open for as long as it is mounted. */
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { usePreferences } from "@/components/shell/preferences-provider";
import { KeyCap } from "@/components/ui/key-cap";
import { useHost } from "@/lib/client/host";
import { setPaletteOpen, usePalette } from "@/lib/client/palette";
import { useDeletesOnSignOut, usePurchased } from "@/lib/client/purchased/use-purchased";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { signOut } from "@/lib/client/sign-out";
import { recentPages, saveRecentPage } from "@/lib/client/ui-store";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { addressOf } from "@/lib/filters/address";
import { count, formatCount } from "@/lib/format/counts";
import { useSaved } from "@/lib/queries/saved";
import { grantOpening } from "@/lib/spending/permits";
import { applied, type Choice, countMatches } from "./choice";
import { actionEntries, pageEntries, priceOf, priceOfAddress, rowEntries, viewEntries } from "./entries";
import { type Entry, EntryGroup, Marked } from "./entry";
import type { Suggestion } from "./suggestions";
import { useSuggestions } from "./use-suggestions";

/** Where there is no view, filters are those of this feed. */
const OTHERWISE: FeedName = "funding";

/** Counting takes its time where more than this is owned; then nothing is said of it. */
const MOST_COUNTED = 20_000;

const close = () => setPaletteOpen(false);

export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const preferences = usePreferences();
  const host = useHost();
  const { own, apiUrl, identity } = host;
  const account = host.account ?? "";
  const initialState = useSavedSummary().shelf;
  const { views = initialState } = useSaved({ views: true });
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  const [moved, setMoved] = useState<string>();
  // Whether it was the person who went to another line, and not the list that changed under them.
  const moving = useRef(false);
  const [message, setMessage] = useState("");
  const [recent] = useState(() => recentPages(account));
  // The page in sight stays what it is while a dialog lies over it.
  const { view } = usePalette.getState();
  const feed = view?.feed ?? OTHERWISE;
  const query = view?.query ?? {};
  const purchased = usePurchased(feed);
  const deletes = useDeletesOnSignOut(identity?.person.id ?? "");

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector("input")?.focus();
    // From here on the field takes the letters itself.
    setTyped(usePalette.getState().typedAhead);
    return () => element.close();
  }, []);

  function go(href: string, title: string) {
    close();
    saveRecentPage(account, { href, title });
    grantOpening(href);
    router.push(href);
  }

  function apply(choices: readonly Choice[]) {
    const next = applied(query, choices);
    const address = addressOf(FEEDS[feed], next);
    const title = `${FEEDS[feed].title}: ${choices.map(words).join(", ")}`;
    if (view === undefined) return go(address, title);
    close();
    saveRecentPage(account, { href: address, title });
    view.setQuery(next);
  }

  const suggestions = useSuggestions(typed, feed);
  const idOf = (choices: Suggestion) => `filter ${choices.map(words).join(", ")}`;
  const filters = suggestions.map((choices): Entry => {
    const all = [...picked, ...choices];
    const next = applied(query, all);
    return {
      id: idOf(choices),
      title: choices.map((choice, at) => (
        <span key={words(choice)}>
          {at > 0 && ", "}
          <span className="palette-label">{choice.filter.label}</span> <Marked text={choice.title} typed={typed} />
        </span>
      )),
      ...(purchased.length > MOST_COUNTED
        ? {}
        : { aside: `${count(countMatches(purchased, FEEDS[feed], next))} owned` }),
      price: priceOf(feed, next),
      act: () => apply(all),
    };
  });
  const waiting: Entry = {
    id: "apply what was picked",
    title: `Apply ${picked.map(words).join(", ")}`,
    price: priceOf(feed, applied(query, picked)),
    act: () => apply(picked),
  };
  const pending = picked.length > 0 && typed.trim() === "";
  const pages: [heading: string, entries: Entry[]] = ["Go to", pageEntries(typed, own, go)];
  const saved: [heading: string, entries: Entry[]] = ["Saved views", pending ? [] : viewEntries(typed, views, go)];
  const isTyped = typed.trim() !== "";
  const groups: [heading: string, entries: Entry[]][] = [
    // A page whose title matches every word is preferred, whatever else some of the words match.
    ...(isTyped ? [pages] : []),
    [view === undefined ? `Filter ${FEEDS[feed].title.toLowerCase()}` : "Apply filter", pending ? [waiting] : filters],
    ...(isTyped ? [saved] : []),
    ["Loaded rows", view === undefined ? [] : rowEntries(typed, view, close)],
    [
      "Recent",
      pending || typed.trim() !== ""
        ? []
        : recent.map(({ href, title }) => ({
            id: `recent ${href}`,
            title,
            price: priceOfAddress(href),
            act: () => go(href, title),
          })),
    ],
    ...(isTyped ? [] : [saved, pages]),
    [
      "Actions",
      actionEntries(typed, view, {
        apiUrl,
        preferences,
        done: close,
        showMessage: setMessage,
        signOut: identity ? () => signOut() : undefined,
        signOutAside: deletes ? "removes owned records here" : undefined,
      }),
    ],
  ];
  const ids = groups.flatMap(([, entries]) => entries.map(({ id }) => id));
  const selected = moved !== undefined && ids.includes(moved) ? moved : (ids[0] ?? "");
  const number = ids.length;

  function type(text: string) {
    moving.current = false;
    setMoved(undefined);
    setTyped(text);
    setMessage("");
  }

  function onKeyDown(event: KeyboardEvent) {
    moving.current = ["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key);
    const choices = suggestions.find((one) => idOf(one) === selected);
    if (event.key === "Tab" && !event.shiftKey && choices !== undefined) {
      event.preventDefault();
      setPicked([...picked, ...choices]);
      type("");
    } else if (event.key === "Backspace" && typed === "" && picked.length > 0) setPicked(picked.slice(0, -1));
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does by itself
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Command palette"
      onClose={() => {
        // The event of a palette that has been unmounted comes later, and must not close the one that was opened since.
        if (dialog.current?.open === false) close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <Command
        label="Go to, or filter by typing"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={selected}
        onValueChange={(id) => {
          if (moving.current) setMoved(id);
        }}
        onPointerMove={() => {
          moving.current = true;
        }}
        onKeyDown={onKeyDown}
      >
        <div className="palette-field">
          <Search size={16} />
          {picked.map((choice) => (
            <span key={words(choice)} className="palette-picked">
              {words(choice)}
            </span>
          ))}
          <Command.Input
            value={typed}
            onValueChange={type}
            placeholder={picked.length > 0 ? "Add another" : "Go to, or filter by typing"}
          />
          <button type="button" className="palette-esc focus-ring" aria-label="Close" onClick={close}>
            <KeyCap>Esc</KeyCap>
          </button>
        </div>
        <Command.List className="palette-list">
          {groups.map(([heading, entries]) => (
            <EntryGroup key={heading} heading={heading} entries={entries} />
          ))}
        </Command.List>
        {number === 0 && <p className="palette-none">Nothing matches “{typed.trim()}”</p>}
      </Command>
      <div className="palette-foot">
        <span>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose
        </span>
        <span>
          <KeyCap>Enter</KeyCap> apply
        </span>
        <span>
          <KeyCap>Tab</KeyCap> add another
        </span>
        <span className="palette-law">{message || "Owned rows first, the paid page after 600 ms"}</span>
      </div>
      <p role="status" className="sr-only">
        {message || formatCount(number, "suggestion")}
      </p>
    </dialog>
  );
}

function words({ filter, title }: Choice): string {
  return `${filter.label} ${title}`;
}
