/** Lists what waits for a decision, one of which is shown beside the list. */
import { type ReactNode, useState } from "react";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { isPageKey, useDocumentKeys } from "@/components/ui/hooks/use-document-keys";
import { cn } from "@/lib/cn";

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly note: ReactNode;
}

interface Props {
  choices: readonly Choice[];
  /** The one at this place is shown. */
  current: number;
  onChoose: (index: number) => void;
}

export function ChoiceList({ choices, current, onChoose }: Props) {
  return (
    <ul className="max-h-[70vh] overflow-y-auto max-panel:max-h-60">
      {choices.map(({ id, title, note }, index) => (
        <li key={id} className="border-t border-line">
          <button
            type="button"
            aria-current={index === current ? "true" : undefined}
            className={cn(
              "focus-ring-inset w-full cursor-pointer px-2 py-1.5 text-left hover:bg-surface-hover",
              index === current && "bg-text-1/8",
            )}
            onClick={() => onChoose(index)}
          >
            <span className="block wrap-anywhere">{title}</span>
            <span className="block text-12 text-text-2">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Keeps which item of a list is shown. The next one takes the place of one that was decided.
 */
export function useChoice<Item extends { readonly id: string }>(items: readonly Item[]) {
  const [chosen, setChosen] = useState<string>();
  const [place, setPlace] = useState(0);
  const found = items.findIndex(({ id }) => id === chosen);
  const at = found < 0 ? Math.min(place, items.length - 1) : found;
  function choose(index: number): void {
    const within = Math.max(0, Math.min(items.length - 1, index));
    setPlace(within);
    setChosen(items[within]?.id);
  }
  return {
    at,
    item: items[at],
    choose,
    /** Call this before the item is decided, so that the next one takes its place. */
    hold: () => setPlace(at),
  };
}

interface ReviewKeys {
  /** Each letter decides the item that is shown. */
  decisions: Readonly<Record<string, () => void>>;
  /** Moves the choice by that many items. */
  move: (by: number) => void;
}

/** Handles the letters of a list of decisions; `j` and `k` move. */
export function useReviewKeys({ decisions, move }: ReviewKeys): void {
  const isOn = usePreferences().keys === "on";
  useDocumentKeys((event) => {
    if (!isOn || !isPageKey(event)) return;
    const { key, repeat } = event;
    const decide = decisions[key];
    if (key === "j") move(1);
    else if (key === "k") move(-1);
    // A key that is held down must not decide the rest of the list.
    else if (decide !== undefined && !repeat) decide();
    else return;
    event.preventDefault();
  });
}
