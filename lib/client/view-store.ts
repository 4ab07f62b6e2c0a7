/**
 * The pages of every view that this document has shown, kept for as long as it lives, so that going back is exact and
 * free. A query library would do the same, and more than is wanted: what asks again by itself can spend, and it takes
 * 10 kB of the first load. Here nothing is asked but by the functions below.
 */
import type { FeedInitial, FeedPage } from "@/lib/api/dashboard";
import type { FeedName } from "@/lib/contract/feeds";
import { type AskError, AskFailure } from "./ask";
import { askPage } from "./ask-page";
import { pageKey, take } from "./spending-guard";
import { isOwnedOnly } from "./spending-store";

export interface ViewState {
  /** Bought pages from the first one on, without a gap. */
  readonly pages: readonly FeedPage[];
  /** Whether it is known that the server holds none: somebody looked. */
  readonly looked: boolean;
  /** What is being asked for. */
  readonly asking: "first" | "next" | "held" | "refresh" | undefined;
  /** Of the last thing that was asked for. */
  readonly error: AskError | undefined;
}

const NOTHING: ViewState = { pages: [], looked: false, asking: undefined, error: undefined };

const views = new Map<string, ViewState>();
const running = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

export function subscribeViews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function viewState(feed: FeedName, canonical: string): ViewState {
  return views.get(viewKey(feed, canonical)) ?? NOTHING;
}

/** What the server held when it rendered. */
export function servedState(initial: FeedInitial): ViewState {
  return { ...NOTHING, pages: initial.pages };
}

/** Takes over what the server held, as far as it goes on from what is known here. Called while rendering: nobody is told. */
export function seedView(initial: FeedInitial): void {
  const { feed, canonical, pages } = initial;
  const state = viewState(feed, canonical);
  const known = state.pages.length;
  if (pages.length <= known || (known > 0 && pages[known - 1]?.nextCursor !== state.pages[known - 1]?.nextCursor))
    return;
  views.set(viewKey(feed, canonical), { ...state, pages: [...state.pages, ...pages.slice(known)] });
}

/** Asked when a view is opened: its first page, or all that is held behind the pages that are there. */
export function openView(feed: FeedName, canonical: string): Promise<void> | undefined {
  const { pages } = viewState(feed, canonical);
  if (pages.length === 0) return askFirst(feed, canonical);
  return pages.at(-1)?.nextHeld ? showHeld(feed, canonical) : undefined;
}

export function isAsking(feed: FeedName, canonical: string): boolean {
  return running.has(viewKey(feed, canonical));
}

/** Asks for the first page: bought with a permit, without one only looked for among what the server holds. */
export function askFirst(feed: FeedName, canonical: string): Promise<void> {
  return run(feed, canonical, "first", async () => {
    const page = await askPage(feed, canonical, null, intentFor(feed, canonical, null));
    return page === null ? [] : [page];
  });
}

/** Buys the first page unless it is there or comes: what is under way is waited for, then `wanted` is asked. */
export async function buyFirst(feed: FeedName, canonical: string, wanted: () => boolean): Promise<void> {
  await running.get(viewKey(feed, canonical));
  if (viewState(feed, canonical).pages.length === 0 && wanted()) await askFirst(feed, canonical);
}

/** Asks for the page behind the last one. */
export function askNext(feed: FeedName, canonical: string): Promise<void> {
  return run(feed, canonical, "next", async ({ pages }) => {
    const cursor = pages.at(-1)?.nextCursor ?? null;
    if (cursor === null) return pages;
    const page = await askPage(feed, canonical, cursor, intentFor(feed, canonical, cursor));
    return page === null ? pages : [...pages, page];
  });
}

/** Shows all that the server holds behind the last page, which is free. */
export function showHeld(feed: FeedName, canonical: string): Promise<void> {
  return run(feed, canonical, "held", ({ pages }) => heldBehind(feed, canonical, pages));
}

/** Buys the first page afresh; behind it come the pages that are held from its cursor on. Called by a button alone. */
export function refreshFirst(feed: FeedName, canonical: string): Promise<void> {
  return run(feed, canonical, "refresh", async () => {
    const page = await askPage(feed, canonical, null, "refresh");
    return page === null ? [] : heldBehind(feed, canonical, [page]);
  });
}

async function heldBehind(feed: FeedName, canonical: string, pages: readonly FeedPage[]): Promise<readonly FeedPage[]> {
  if (!pages.at(-1)?.nextHeld) return pages;
  // No part of the first load; where it cannot be fetched, the button asks again.
  const held = await import("./ask-held").catch(() => undefined);
  return held === undefined ? pages : held.withHeld(feed, canonical, pages);
}

/** One thing at a time in a view: whoever asks meanwhile waits for what is under way. Failures are in the state. */
function run(
  feed: FeedName,
  canonical: string,
  asking: NonNullable<ViewState["asking"]>,
  task: (state: ViewState) => Promise<readonly FeedPage[]>,
): Promise<void> {
  const key = viewKey(feed, canonical);
  const before = running.get(key);
  if (before !== undefined) return before;
  const started = async () => {
    try {
      const pages = await task(viewState(feed, canonical));
      running.delete(key);
      change(key, { pages, looked: true, asking: undefined, error: undefined });
      // What else was paid for comes by itself.
      if ((asking === "first" || asking === "next") && pages.at(-1)?.nextHeld) void showHeld(feed, canonical);
    } catch (error) {
      running.delete(key);
      change(key, { ...viewState(feed, canonical), asking: undefined, error: errorOf(error) });
    }
  };
  const promise = started();
  running.set(key, promise);
  change(key, { ...viewState(feed, canonical), asking, error: undefined });
  return promise;
}

function change(key: string, state: ViewState): void {
  views.set(key, state);
  for (const listener of listeners) listener();
}

function intentFor(feed: FeedName, canonical: string, cursor: string | null): "buy" | "held" {
  return take(pageKey(feed, canonical, cursor)) && !isOwnedOnly() ? "buy" : "held";
}

function viewKey(feed: FeedName, canonical: string): string {
  return `${feed}?${canonical}`;
}

function errorOf(error: unknown): AskError {
  if (error instanceof AskFailure) return error.details;
  const message = error instanceof Error ? error.message : String(error);
  return { status: 0, code: "UNEXPECTED", message, charged: "unknown" };
}
