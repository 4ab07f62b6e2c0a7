/**
 * Fetches components that are not needed for first paint when they are first used, or in the first idle moments after
 * the first input. They are then there without waiting, also when the network goes.
 */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";

const FIRST_INPUT_EVENTS = ["pointermove", "pointerdown", "keydown"] as const;

/** A busy page is not idle for long, so the task runs after this time in any case. */
const MAX_WAIT_MS = 2_000;

const parts: (() => Promise<unknown>)[] = [];

/** @param fallback is shown until the component is there, such as the room that it takes */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, fallback?: ReactNode) {
  const loadOnce = lazyImport(load);
  const Loaded: ComponentType<P> = lazy(async () => ({ default: await loadOnce() }));
  return (props: P) => createElement(Suspense, { fallback }, createElement(Loaded, props));
}

/** Does the same for a module that is not a component. */
export function lazyImport<T>(load: () => Promise<T>): () => Promise<T> {
  if (typeof window !== "undefined") {
    if (parts.length === 0)
      for (const event of FIRST_INPUT_EVENTS) window.addEventListener(event, fetchAll, { passive: true });
    parts.push(load);
  }
  return load;
}

function fetchAll(): void {
  for (const event of FIRST_INPUT_EVENTS) window.removeEventListener(event, fetchAll);
  // A failed fetch is retried on next use.
  for (const load of parts) whenIdle(() => void load().catch(() => undefined));
}

/** Runs the task in the browser's next idle moment; returns how to cancel it. */
export function whenIdle(task: () => void): () => void {
  // This function is not in every browser.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = window.setTimeout(task);
    return () => window.clearTimeout(timer);
  }
  const request = window.requestIdleCallback(task, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(request);
}
