/** Whether the notice of low or no credits was shown in a workspace: each is shown once. */
import { useSyncExternalStore } from "react";

export type NoticeLevel = "low" | "empty";

const keyOf = (account: string) => `dealflow.told.${account}`;
const listeners = new Set<() => void>();
/** Without storage it lasts as long as the page. */
const inMemory = new Map<string, string>();

function read(account: string): string {
  try {
    return window.localStorage.getItem(keyOf(account)) ?? inMemory.get(account) ?? "";
  } catch {
    return inMemory.get(account) ?? "";
  }
}

function write(account: string, levels: string): void {
  inMemory.set(account, levels);
  try {
    if (levels === "") window.localStorage.removeItem(keyOf(account));
    else window.localStorage.setItem(keyOf(account), levels);
  } catch {
    // It is in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** True until the browser's storage is read, so that nothing is drawn and removed again. */
export function useWasShown(account: string, level: NoticeLevel): boolean {
  const levels = useSyncExternalStore(
    subscribe,
    () => read(account),
    () => level,
  );
  return levels.split(" ").includes(level);
}

/** It was dismissed. */
export function markShown(account: string, level: NoticeLevel): void {
  write(account, [...new Set([...read(account).split(" ").filter(Boolean), level])].join(" "));
}

/** Credits were added: later notices are shown again. */
export function clearShown(account: string): void {
  if (read(account) !== "") write(account, "");
}
