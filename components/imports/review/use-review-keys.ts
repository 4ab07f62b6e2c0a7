"use client";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { isPageKey, useDocumentKeys } from "@/components/ui/hooks/use-document-keys";

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
