"use client";
import { useEffect, useEffectEvent } from "react";
import { takesText } from "@/components/feed/use-feed-keys";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";

interface ReviewKeys {
  /** Each letter decides the item that is shown. */
  decisions: Readonly<Record<string, () => void>>;
  /** Moves the choice by that many items. */
  move: (by: number) => void;
}

/** Handles the letters of a list of decisions; `j` and `k` move. */
export function useReviewKeys({ decisions, move }: ReviewKeys): void {
  const isOn = usePreferences().keys === "on";
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, defaultPrevented, ctrlKey, metaKey, altKey, isComposing, repeat, target } = event;
    if (!isOn || defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return;
    if (takesText(target) || document.querySelector("dialog[open]") !== null) return;
    const decide = decisions[key];
    if (key === "j") move(1);
    else if (key === "k") move(-1);
    // A key that is held down must not decide the rest of the list.
    else if (decide !== undefined && !repeat) decide();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
