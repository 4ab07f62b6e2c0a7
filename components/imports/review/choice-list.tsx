"use client";
/** Lists what waits for a decision, one of which is shown beside the list. */
import type { ReactNode } from "react";
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
