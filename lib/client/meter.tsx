"use client";
/**
 * Stores the last known balance and spending of this browser, shared by all its tabs of a workspace. Every response and
 * every other tab reports here, and the balance of the highest sequence wins, in any order of arrival.
 */

import { isObject } from "@dealflow/contract/query/syntax";
import { environmentManager, type Query } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "zustand";
import { type MeterState, toMeter, UNKNOWN_METER } from "@/lib/api/dashboard";
import { getQueryClient, invalidateRows } from "@/lib/queries/client";
import { currentWorkspace } from "./requests/fetch-dashboard";

const store = createStore<{ readonly meter: MeterState | undefined }>()(() => ({ meter: undefined }));

/** The server renders this state, because its store would be that of all requests. */
const InitialMeter = createContext(UNKNOWN_METER);

/** Fetches the balance when the server did not know it, and whenever the page gets the focus; both are free. */
export function MeterProvider({ initial, children }: { initial: MeterState; children: ReactNode }) {
  // A purchase that was already reported is compared with what the page knew.
  useState(() => environmentManager.isServer() || seedMeter(initial));
  useEffect(listenToTabs, []);
  useEffect(() => {
    // Also where a page below has reported the balance alone: the use of the session is not known yet.
    if (initial.balance === null) void fetchBalance();
    const onFocus = () => void fetchBalance();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [initial]);
  return <InitialMeter value={initial}>{children}</InitialMeter>;
}

export function useMeter() {
  const initial = use(InitialMeter);
  // The store begins with the initial state itself: any other value would render the page again right after hydration.
  const onServer = () => initial;
  const meter = useSyncExternalStore(store.subscribe, () => store.getState().meter ?? initial, onServer);
  return { ...meter, level: meterLevel(meter.balance, meter.highest), sessionLeft: computeSessionLeft(meter) };
}

/**
 * Returns the credits that the budgets leave this session, undefined where none is set; 0, too, where a budget was lowered below
 * what has been used of it.
 */
export function computeSessionLeft({ sessionMost, sessionUsed }: MeterState): number | undefined {
  return sessionMost === null ? undefined : Math.max(0, sessionMost - sessionUsed);
}

/** The meter says "Low" at this part of the highest balance seen. */
const LOW = 0.2;

function meterLevel(balance: number | null, highest: number | null): "ok" | "low" | "empty" | "unknown" {
  if (balance === null) return "unknown";
  if (balance === 0) return "empty";
  return balance <= LOW * (highest ?? 0) ? "low" : "ok";
}

export function meterState(): MeterState {
  return store.getState().meter ?? UNKNOWN_METER;
}

/** Applies what the server or another tab knows. */
export function seedMeter(known: MeterState): void {
  store.setState(({ meter }) => ({ meter: meter === undefined ? known : merge(meter, known) }));
}

/** This channel reaches the other tabs of this workspace; it is undefined until the page listens to them. */
let tabs: BroadcastChannel | undefined;

/** Another tab has bought something since the rows of this one were read. */
let othersBought = false;

/** Returns a function that ends it. */
export function listenToTabs(): () => void {
  const channel = new BroadcastChannel(`dealflow-meter.${currentWorkspace()}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isMeterState(data)) return;
    othersBought ||= data.sequence > meterState().sequence;
    seedMeter(data);
    // A hidden tab waits until it gets the focus.
    if (othersBought && document.visibilityState === "visible") void showBought();
  };
  tabs = channel;
  return () => {
    channel.close();
    tabs = undefined;
  };
}

/** Tells a report from the message of a tab of another version. */
function isMeterState(message: unknown): message is MeterState {
  if (!isObject(message) || typeof message.sequence !== "number") return false;
  return Object.keys(UNKNOWN_METER).every((name) => name in message);
}

/** Applies a response's report, here and in the other tabs; a balance comes with its sequence. */
export function updateMeter(report: Partial<MeterState>): void {
  const known = meterState();
  const meter = merge(known, report);
  store.setState({ meter });
  tabs?.postMessage(meter);
  if (meter.sequence > known.sequence) void invalidateOwned();
}

/** Refetches data that a purchase changes: prices fall where records are paid for once, and summaries count them. */
async function invalidateOwned(): Promise<void> {
  const client = getQueryClient();
  const stale = [
    { queryKey: ["summary"] },
    { queryKey: ["owned"] },
    {
      queryKey: ["quote"],
      predicate: ({ state: { data } }: Query) =>
        data === undefined || (typeof data === "object" && data !== null && "newRecords" in data),
    },
  ];
  // A query that mounts meanwhile must not take them for fresh.
  for (const filter of stale) void client.invalidateQueries({ ...filter, refetchType: "none" });
  // A first response that is still on its way is older than the purchase, and an invalidation alone would wait for it.
  await Promise.all(stale.map((filter) => client.cancelQueries(filter)));
  await Promise.all(stale.map((filter) => client.invalidateQueries(filter)));
}

/** Reads again what others have bought some of. */
async function showBought(): Promise<void> {
  othersBought = false;
  await Promise.all([invalidateOwned(), invalidateRows(getQueryClient())]);
}

/** Fetches the balance, which is free, and the rows again of which others bought some. A failure changes nothing. */
export async function fetchBalance(): Promise<void> {
  try {
    // Loaded when they are needed: a feed's first load has no schema.
    const [{ CREDITS_PAGES }, { callAccount }] = await Promise.all([
      import("@dealflow/contract/account/spending/credits"),
      import("@/lib/queries/account"),
    ]);
    const known = meterState().sequence;
    updateMeter(toMeter(await callAccount(CREDITS_PAGES.workspace)));
    if (!othersBought && (known === UNKNOWN_METER.sequence || meterState().sequence === known)) return;
    await showBought();
  } catch {
    return;
  }
}

/** The highest balance only rises. A balance of null (positive, but unknown) replaces nothing but a 0. */
function merge(known: MeterState, { lastCost, lastRequested, ...report }: Partial<MeterState>): MeterState {
  const latest = lastCost == null ? known : { ...known, lastCost, lastRequested: lastRequested ?? lastCost };
  if (report.sequence !== undefined && report.sequence < known.sequence) return latest;
  if (report.balance === null && known.balance !== 0) return latest;
  const balance = report.balance === undefined ? known.balance : report.balance;
  const highest = Math.max(known.highest ?? 0, report.highest ?? 0, balance ?? 0);
  return { ...latest, ...report, highest: balance === null ? null : highest };
}
