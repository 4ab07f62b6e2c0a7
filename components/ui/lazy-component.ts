/**
 * Fetches components that are not needed for first paint when they are first used, or in the first idle moments after
 * the first input. They are then there without waiting, also when the network goes.
 */
import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";
import { Button } from "./button";

const FIRST_INPUT_EVENTS = ["pointermove", "pointerdown", "keydown"] as const;

/** A busy page is not idle for long, so the task runs after this time in any case. */
const MAX_WAIT_MS = 2_000;

const parts: (() => Promise<unknown>)[] = [];

/** @param fallback is shown until the component is there, such as the room that it takes */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, fallback?: ReactNode) {
  const loadOnce = lazyImport(load);
  // React keeps a failure, so another attempt needs another lazy component.
  const create = (): ComponentType<P> => lazy(async () => ({ default: await loadOnce().catch(rejectLoad) }));
  let Loaded = create();
  return (props: P) =>
    createElement(LoadBoundary, {
      render: () => createElement(Suspense, { fallback }, createElement(Loaded, props)),
      onRetry: () => {
        Loaded = create();
      },
    });
}

class LoadError extends Error {}

function rejectLoad(cause: unknown): never {
  throw new LoadError("The component could not be loaded", { cause });
}

/** Says in its place that a component could not be loaded, so that the page around it stays. */
class LoadBoundary extends Component<{ render: () => ReactNode; onRetry: () => void }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof LoadError)) throw error;
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.render();
    const retry = () => {
      this.props.onRetry();
      this.setState({ failed: false });
    };
    const text = { role: "alert", className: "p-3 text-12 whitespace-normal text-text-2" };
    return createElement(
      "p",
      text,
      "This couldn’t be loaded. ",
      createElement(Button, { variant: "link", onClick: retry }, "Try again"),
    );
  }
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
