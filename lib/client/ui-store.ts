/** Keeps small settings and memories of this browser in its local storage, the same in all tabs. */
import { parseJson } from "@dealflow/client/list-page";
import { list, number, text } from "@dealflow/client/tolerant-reader";
import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import { isObject } from "@dealflow/contract/query/syntax";
import { create } from "zustand";
import { type PersistStorage, persist } from "zustand/middleware";
import { continuesSearch } from "./continues-search";

export interface Visit {
  readonly feed: FeedName;
  readonly query: string;
  readonly at: string;
}

interface RecentPage {
  readonly href: string;
  readonly title: string;
}

export type NoticeLevel = "low" | "empty";

interface WorkspaceMemory {
  /** The newest is first, also among the pages. */
  readonly visits: readonly Visit[];
  readonly pages: readonly RecentPage[];
  readonly dismissed: readonly NoticeLevel[];
}

interface UiState {
  /** Purchases above this number of credits need a confirmation. */
  readonly confirmAbove: number;
  /** This many days before the last visit are requested again, because events are also found late. */
  readonly overlapDays: number;
  /** Each feed has charts of these dimensions, the first chart's first. */
  readonly charts: Readonly<Partial<Record<FeedName, readonly string[]>>>;
  /**
   * The key is `HostState.account`. It is undefined on the server and during hydration, because only the browser knows.
   */
  readonly workspaces: Readonly<Record<string, WorkspaceMemory>> | undefined;
}

const KEY = "dealflow.ui";
const MAX_VISITS = 5;
const MAX_PAGES = 6;
const NO_MEMORY: WorkspaceMemory = { visits: [], pages: [], dismissed: [] };
const INITIAL: UiState = { confirmAbove: 100, overlapDays: OVERLAP_DAYS.default, charts: {}, workspaces: undefined };

/**
 * What is stored is read as tolerantly as a response. When storage is full or switched off, state lasts as long as the
 * document.
 */
const storage: PersistStorage<UiState> = {
  getItem: (name) => {
    const stored = attempt(() => parseJson(window.localStorage.getItem(name) ?? ""));
    return isObject(stored) && isObject(stored.state) ? { state: readState(stored.state), version: 0 } : null;
  },
  setItem: (name, value) => attempt(() => window.localStorage.setItem(name, JSON.stringify(value))),
  removeItem: (name) => attempt(() => window.localStorage.removeItem(name)),
};

/** The server renders the initial state, and so does hydration; the stored one is there with the first render after it. */
export const useUi = create<UiState>()(
  persist(() => INITIAL, {
    name: KEY,
    storage,
    merge: (stored, state) => ({ ...state, workspaces: state.workspaces ?? {}, ...(isObject(stored) && stored) }),
  }),
);

/** Changes the newest stored state, which a frozen tab has not received. */
export function updateUi(change: Partial<UiState> | ((state: UiState) => Partial<UiState>)): void {
  void useUi.persist.rehydrate();
  useUi.setState(change);
}

function updateWorkspace(account: string, change: (memory: WorkspaceMemory) => Partial<WorkspaceMemory>): void {
  updateUi(({ workspaces = {} }) => {
    const memory = workspaces[account] ?? NO_MEMORY;
    return { workspaces: { ...workspaces, [account]: { ...memory, ...change(memory) } } };
  });
}

/** The result is undefined on the server and during hydration. */
export function useVisits(account: string): readonly Visit[] | undefined {
  return useUi(({ workspaces }) => workspaces && (workspaces[account] ?? NO_MEMORY).visits);
}

/** A search has one entry: each of its steps replaces the one before. */
export function saveVisit(account: string, feed: FeedName, query: string): void {
  const visit = { feed, query, at: new Date().toISOString() };
  updateWorkspace(account, ({ visits: [last, ...earlier] }) => {
    const kept = last === undefined || continuesSearch(last, visit) ? earlier : [last, ...earlier];
    const others = kept.filter((one) => one.feed !== feed || one.query !== query);
    return { visits: [visit, ...others].slice(0, MAX_VISITS) };
  });
}

export function recentPages(account: string): readonly RecentPage[] {
  return (useUi.getState().workspaces?.[account] ?? NO_MEMORY).pages;
}

export function saveRecentPage(account: string, page: RecentPage): void {
  updateWorkspace(account, ({ pages }) => ({
    pages: [page, ...pages.filter(({ href }) => href !== page.href)].slice(0, MAX_PAGES),
  }));
}

const NO_CHARTS: readonly string[] = [];

export function useCharts(feed: FeedName): readonly string[] {
  return useUi(({ charts }) => charts[feed] ?? NO_CHARTS);
}

export function saveCharts(feed: FeedName, dimensions: readonly string[]): void {
  updateUi(({ charts }) => ({ charts: { ...charts, [feed]: dimensions } }));
}

/** Returns true until the browser's storage is read, so that nothing is drawn and removed again. */
export function useIsDismissed(account: string, level: NoticeLevel): boolean {
  return useUi(({ workspaces }) => !workspaces || (workspaces[account] ?? NO_MEMORY).dismissed.includes(level));
}

export function dismissNotice(account: string, level: NoticeLevel): void {
  updateWorkspace(account, ({ dismissed }) => ({ dismissed: [...new Set([...dismissed, level])] }));
}

/** Credits were added: later notices are shown again. */
export function restoreNotices(account: string): void {
  if (useUi.getState().workspaces?.[account]?.dismissed.length) updateWorkspace(account, () => ({ dismissed: [] }));
}

function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

function readState(stored: Record<string, unknown>): UiState {
  const whole = (value: unknown, min: number, max: number) => {
    const given = number(value);
    return given !== null && Number.isInteger(given) && given >= min && given <= max ? given : undefined;
  };
  const memories = isObject(stored.workspaces) ? Object.entries(stored.workspaces) : [];
  const charts = isObject(stored.charts) ? stored.charts : {};
  return {
    confirmAbove: whole(stored.confirmAbove, 1, Number.MAX_SAFE_INTEGER) ?? INITIAL.confirmAbove,
    overlapDays: whole(stored.overlapDays, 0, OVERLAP_DAYS.max) ?? INITIAL.overlapDays,
    charts: Object.fromEntries(FEED_NAMES.map((feed) => [feed, list(text)(charts[feed])])),
    workspaces: Object.fromEntries(memories.map(([account, memory]) => [account, readMemory(memory)])),
  };
}

function readMemory(value: unknown): WorkspaceMemory {
  if (!isObject(value)) return NO_MEMORY;
  return {
    visits: list(readVisit)(value.visits).slice(0, MAX_VISITS),
    pages: list(readPage)(value.pages).slice(0, MAX_PAGES),
    dismissed: list(readLevel)(value.dismissed),
  };
}

function readVisit(value: unknown): Visit | null {
  if (!isObject(value)) return null;
  const feed = FEED_NAMES.find((name) => name === value.feed);
  const [query, at] = [text(value.query), text(value.at)];
  return feed === undefined || query === null || at === null ? null : { feed, query, at };
}

/** Only our own addresses are read, because what is stored here becomes a link. */
function readPage(value: unknown): RecentPage | null {
  if (!isObject(value)) return null;
  const [href, title] = [text(value.href), text(value.title)];
  return href !== null && title !== null && /^\/(?!\/)/.test(href) ? { href, title } : null;
}

function readLevel(value: unknown): NoticeLevel | null {
  return value === "low" || value === "empty" ? value : null;
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) void useUi.persist.rehydrate();
  });
}
