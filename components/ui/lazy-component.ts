/**
 * Parts that nobody's first look at a page needs. They are fetched when they are first wanted, or in the first idle
 * moments after somebody has moved, pressed or typed: then they are there without waiting, also when the network goes.
 */
import { type ComponentType, lazy } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** A busy page is not idle for long; then the task runs all the same. */
const MAX_WAIT_MS = 2_000;

const parts: (() => Promise<unknown>)[] = [];

export function lazyComponent<P>(load: () => Promise<ComponentType<P>>) {
  const loadOnce = lazyImport(load);
  return lazy(async () => ({ default: await loadOnce() }));
}

/** The same for a module that is no component. */
export function lazyImport<T>(load: () => Promise<T>): () => Promise<T> {
  if (typeof window !== "undefined") {
    if (parts.length === 0) for (const sign of SIGNS) window.addEventListener(sign, fetchAll, { passive: true });
    parts.push(load);
  }
  return load;
}

function fetchAll(): void {
  for (const sign of SIGNS) window.removeEventListener(sign, fetchAll);
  // A failed fetch is retried on next use.
  for (const load of parts) whenIdle(() => void load().catch(() => undefined));
}

/** Runs the task in the browser's next idle moment; returns how to cancel it. */
export function whenIdle(task: () => void): () => void {
  // Not in every browser.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = window.setTimeout(task);
    return () => window.clearTimeout(timer);
  }
  const request = window.requestIdleCallback(task, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(request);
}
