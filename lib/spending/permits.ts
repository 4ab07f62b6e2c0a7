/**
 * Permission to spend: nothing is bought without a permit, and only a gesture creates one; a double press is one gesture. A permit is for
 * one page of one view, is used up by one request and expires a moment later. A request without one (a remount, a
 * refetch, a restored tab) reads only the server's cache, which is free.
 */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { parseAddress } from "@/lib/filters/address";
import { feedAtPage, PAGES } from "@/lib/filters/pages";
import { ONE_GESTURE_MS } from "./gestures";

/** Long enough for a navigation to render, too short for a permit to be found by a later visit. */
const VALID_MS = 10_000;

const permits = new Map<string, number>();
const opened = {
  /** By the last click of a link. */
  key: "",
  at: 0,
  /** The document's own opening is decided once, however often components mount. */
  document: false,
};

/** One page of one view. */
export function pageKey(feed: FeedName, canonical: string, cursor: string | null): string {
  return `${feed}?${canonical}#${cursor ?? ""}`;
}

export function grantPermit(key: string): void {
  permits.set(key, performance.now() + VALID_MS);
}

export function hasPermit(key: string): boolean {
  return performance.now() < (permits.get(key) ?? 0);
}

/** Uses the permit up. */
export function consumePermit(key: string): boolean {
  const valid = hasPermit(key);
  permits.delete(key);
  return valid;
}

/** Revokes all permits: the person has left the page. */
export function revokePermits(): void {
  permits.clear();
}

/** A person clicked a link of ours: its address may buy its first page. Called from the click, never before it. */
export function grantOpening(href: string): void {
  const url = new URL(href, window.location.href);
  const feed = url.origin === window.location.origin ? feedAtPage(url.pathname) : undefined;
  if (feed === undefined) return;
  const { canonical, issues } = parseAddress(FEEDS[feed], url.searchParams);
  const key = pageKey(feed, canonical, null);
  // The second click of two finds the first one's page, and must leave no permit behind for later.
  const again = key === opened.key && performance.now() - opened.at < ONE_GESTURE_MS;
  Object.assign(opened, { key, at: performance.now() });
  if (issues.length === 0 && !again) grantPermit(key);
}

/**
 * The first feed of a document whose address a person opened may buy its first page: not a reload, not a step in
 * history, not a restored tab (its entry was marked before), not a frame.
 */
export function grantFirstOpening(feed: FeedName, canonical: string, mayOpen: boolean): void {
  if (opened.document) return;
  opened.document = true;
  if (!mayOpen || !openedByPerson(feed) || window.top !== window) return;
  if (!markOpened(`${entryKey()} ${feed}?${canonical}`)) return;
  grantPermit(pageKey(feed, canonical, null));
}

function openedByPerson(feed: FeedName): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type !== "navigate") return false;
  // Within the app a link's click has granted its own permit; this one is for the document's address alone.
  return new URL(navigation.name).pathname === PAGES[feed];
}

/** Identifies the entry of the tab's history, over reloads and restarts of the browser, where the browser can. */
function entryKey(): string {
  const navigation: unknown = Reflect.get(window, "navigation");
  if (typeof navigation !== "object" || navigation === null || !("currentEntry" in navigation)) return "";
  const entry = navigation.currentEntry;
  return typeof entry === "object" && entry !== null && "key" in entry ? String(entry.key) : "";
}

const OPENED_KEY = "dealflow.opened";
const MAX_MARKS = 200;

/** False when the mark was there. It lives as long as the tab, also over a restart of the browser. */
function markOpened(mark: string): boolean {
  try {
    const marks = (window.sessionStorage.getItem(OPENED_KEY) ?? "").split("\n").filter(Boolean);
    if (marks.includes(mark)) return false;
    window.sessionStorage.setItem(OPENED_KEY, [...marks, mark].slice(-MAX_MARKS).join("\n"));
    return true;
  } catch {
    // Storage is disabled: a restored tab cannot be distinguished from an opened one, so nothing is bought.
    return false;
  }
}

if (typeof window !== "undefined") window.addEventListener("popstate", revokePermits, { capture: true });
