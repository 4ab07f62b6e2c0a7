/** Opens pages, or filters by typing; every line shows its price. The palette is open while mounted. */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { useHost } from "@/lib/client/host";
import { blockedOffline } from "@/lib/client/offline-navigation";
import { setPaletteOpen, usePalette } from "@/lib/client/palette";
import { saveRecentPage } from "@/lib/client/ui-store";
import { buildAddress } from "@/lib/filters/address";
import { formatCount } from "@/lib/format/counts";
import { applied, type Choice, words } from "./choice";
import { EntryGroup } from "./entry";
import { filterId, usePaletteGroups } from "./use-palette-groups";

/** Filters are those of this feed where there is no view. */
const FALLBACK_FEED: FeedName = "funding";

const close = () => setPaletteOpen(false);

export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const account = useHost().account ?? "";
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  const [moved, setMoved] = useState<string>();
  // True when the person moved to another line, and not when the list changed under them.
  const moving = useRef(false);
  const [message, setMessage] = useState("");
  // The page does not change while a dialog lies over it.
  const { view } = usePalette.getState();
  const feed = view?.feed ?? FALLBACK_FEED;
  const query = view?.query ?? {};

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector("input")?.focus();
    // The field takes the letters itself from here on.
    setTyped(usePalette.getState().typedAhead);
    return () => element.close();
  }, []);

  function go(href: string, title?: string) {
    close();
    if (blockedOffline({ href, title: title ?? href })) return;
    if (title !== undefined) saveRecentPage(account, { href, title });
    router.push(href);
  }

  function apply(choices: readonly Choice[]) {
    const next = applied(query, choices);
    const address = buildAddress(FEEDS[feed], next);
    const title = `${FEEDS[feed].title}: ${choices.map(words).join(", ")}`;
    if (view === undefined) return go(address, title);
    close();
    saveRecentPage(account, { href: address, title });
    view.setQuery(next);
  }

  const { groups, suggestions, unread, found } = usePaletteGroups({
    typed,
    picked,
    view,
    feed,
    go,
    apply,
    close,
    onMessage: setMessage,
  });
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
    const choices = suggestions.find((one) => filterId(one) === selected);
    if (event.key === "Tab" && !event.shiftKey && choices !== undefined) {
      event.preventDefault();
      setPicked([...picked, ...choices]);
      type("");
    } else if (event.key === "Backspace" && typed === "" && picked.length > 0) setPicked(picked.slice(0, -1));
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it, and the browser handles Escape
    <dialog
      ref={dialog}
      data-palette=""
      className="mx-auto mt-[min(96px,12vh)] mb-auto w-[min(var(--palette),calc(100vw-16px))] max-w-none flex-col overflow-hidden rounded-3 bg-surface-pop p-0 text-text-1 shadow-pop open:flex max-h-[min(600px,calc(100dvh-32px))] backdrop:bg-scrim max-tablet:mt-2"
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
        className="flex min-h-0 flex-col outline-none"
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
        <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line-strong px-gutter py-1.5 text-text-2">
          <Search size={16} />
          {picked.map((choice) => (
            <span
              key={words(choice)}
              className="rounded-2 border border-line-button px-2 text-12 leading-[22px] text-text-1"
            >
              {words(choice)}
            </span>
          ))}
          <Command.Input
            className="h-8 min-w-[120px] flex-1 bg-transparent text-15 text-text-1 outline-none placeholder:text-text-3 max-tablet:text-[16px]"
            value={typed}
            onValueChange={type}
            placeholder={picked.length > 0 ? "Add another filter" : "Search, filter or run a command"}
          />
          <button
            type="button"
            className="focus-ring inline-flex h-7 min-w-8 cursor-pointer items-center justify-center rounded-2 max-tablet:size-11"
            aria-label="Close"
            onClick={close}
          >
            <KeyCap>Esc</KeyCap>
          </button>
        </div>
        {unread.length > 0 && (
          <p className="border-b border-line px-gutter py-1.5 text-12 text-text-2" data-testid="palette-unread">
            Not part of the filter: {unread.map((word) => `“${word}”`).join(", ")}
          </p>
        )}
        {!found && <p className="truncate px-gutter pt-4 text-text-2">Nothing matches “{typed.trim()}”</p>}
        <Command.List className="min-h-0 scroll-pt-8 scroll-pb-2 overflow-y-auto overscroll-contain">
          {groups.map(([heading, entries]) => (
            <EntryGroup key={heading} heading={heading} entries={entries} />
          ))}
        </Command.List>
      </Command>
      <div className="flex min-h-8 flex-none items-center gap-4 border-t border-line-strong bg-surface-side px-gutter py-1 text-11 text-text-2 *:not-last:max-tablet:hidden">
        <span>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose
        </span>
        <span>
          <KeyCap>Enter</KeyCap> apply
        </span>
        <span>
          <KeyCap>Tab</KeyCap> add another
        </span>
        <span className="ml-auto max-tablet:ml-0">{message || "Filtering is free"}</span>
      </div>
      <p role="status" className="sr-only">
        {message ||
          [formatCount(number, "suggestion"), ...unread.map((word) => `${word} is not part of the filter`)].join(", ")}
      </p>
    </dialog>
  );
}
