/** A whole number that a person sets for this browser. */
import { useSyncExternalStore } from "react";

export interface NumberSetting {
  /** The default; the server, which does not know the setting, renders it. */
  readonly fallback: number;
  read(): number;
  /** Heeds whole numbers from 1 up. */
  set(value: number): void;
  subscribe(listener: () => void): () => void;
}

/** @param key of the browser's storage */
export function numberSetting(key: string, fallback: number): NumberSetting {
  const listeners = new Set<() => void>();
  // Without storage the setting lasts as long as the page.
  let inMemory: number | undefined;
  return {
    fallback,
    // Read each time: another tab may have set it.
    read: () => {
      try {
        const stored = Number(window.localStorage.getItem(key));
        if (isSetting(stored)) return stored;
      } catch {
        // As if nothing were stored.
      }
      return inMemory ?? fallback;
    },
    set: (value) => {
      if (!isSetting(value)) return;
      inMemory = value;
      try {
        window.localStorage.setItem(key, String(value));
      } catch {
        // It is in memory.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isSetting(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

export function useNumberSetting({ subscribe, read, fallback }: NumberSetting): number {
  return useSyncExternalStore(subscribe, read, () => fallback);
}
