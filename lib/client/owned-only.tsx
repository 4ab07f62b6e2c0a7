"use client";
/**
 * Provides the "Owned only" setting: all spending is off, and feeds list what is owned. All tabs of this browser share
 * it.
 */
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { createStore } from "zustand";
import { cookieIn, readOwnedOnly, serializeOwnedOnly } from "./owned-only-cookie";

function readCookies(): boolean {
  return readOwnedOnly((name) => (typeof document === "undefined" ? undefined : cookieIn(document.cookie, name)));
}

const store = createStore<{ readonly on: boolean }>(() => ({ on: readCookies() }));

const channel = typeof document === "undefined" ? undefined : new BroadcastChannel("dealflow-owned-only");
channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => store.setState({ on: data === true }));

/** Everything checks this before it buys. The cookie counts too, because another tab may have just set it. */
export function isOwnedOnly(): boolean {
  return store.getState().on || readCookies();
}

export function setOwnedOnly(on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = serializeOwnedOnly(on);
  store.setState({ on });
  channel?.postMessage(on);
}

const InitialContext = createContext<boolean | undefined>(undefined);

/** `initial` is the value of the cookie when the page was rendered. */
export function OwnedOnlyProvider({ initial, children }: { initial: boolean; children: ReactNode }) {
  return <InitialContext value={initial}>{children}</InitialContext>;
}

export function useOwnedOnly(): boolean {
  const initial = use(InitialContext);
  if (initial === undefined) throw new Error("useOwnedOnly needs an OwnedOnlyProvider above it");
  const onServer = () => initial;
  return useSyncExternalStore(store.subscribe, () => store.getState().on, onServer);
}
