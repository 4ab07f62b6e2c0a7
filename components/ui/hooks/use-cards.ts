"use client";

import { createContext, type ReactNode, use, useSyncExternalStore } from "react";

/** Rows are cards below this width. */
export const CARDS = "(max-width: 767px)";

/** The server expects cards, or not, by the browser's name, because it cannot know the width of the window. */
export const ExpectedCards = createContext(false);

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(CARDS);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Tells whether rows are cards; the server and hydration render what is expected. */
export function useCards(): boolean {
  const expected = use(ExpectedCards);
  const onServer = () => expected;
  return useSyncExternalStore(subscribe, () => window.matchMedia(CARDS).matches, onServer);
}

/** Renders its children except on phones, where the style sheet hides them and hydrating them would be wasted. */
export function WideOnly({ children }: { children: ReactNode }) {
  return useCards() ? null : children;
}
