/** The address bar as a store: the single source of truth about a view, whoever changed it. */
import { useRef, useSyncExternalStore } from "react";
import { addressKey } from "@/lib/api/dashboard";

const listeners = new Set<() => void>();

function emit(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", emit);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", emit);
  };
}

/** Changes the address without a navigation. The router keeps its own state in step, since it patches these calls. */
export function pushAddress(address: string): void {
  window.history.pushState(null, "", address);
  emit();
}

export function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
  emit();
}

/**
 * The query of a page's address, its parameters in order of name. While hydrating it is the one that the server saw;
 * so it is while the page is rendered before the address bar has come to it, and once the bar has left, the last one.
 */
export function useSearch(page: string, initialAddress: string): string {
  const own = useRef(initialAddress);
  return useSyncExternalStore(
    subscribe,
    () => {
      const { pathname, search } = window.location;
      if (pathname === page) own.current = addressKey(new URLSearchParams(search));
      return own.current;
    },
    () => initialAddress,
  );
}
