/** The brake: endless scrolling pauses after so many credits in one view. A setting of this browser. */
import { useSyncExternalStore } from "react";

export const DEFAULT_BRAKE = 100;

const KEY = "dealflow.brake";
const listeners = new Set<() => void>();
/** Views that were told to go on, and how far. */
const continued = new Map<string, number>();
let setting: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readSetting(): number {
  if (setting !== undefined) return setting;
  try {
    const kept = Number(window.localStorage.getItem(KEY));
    setting = Number.isInteger(kept) && kept > 0 ? kept : DEFAULT_BRAKE;
  } catch {
    setting = DEFAULT_BRAKE;
  }
  return setting;
}

export function setBrake(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1) return;
  setting = limit;
  try {
    window.localStorage.setItem(KEY, String(limit));
  } catch {
    // Without storage the setting lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Lets one view go on to so many credits in all. */
export function continueView(view: string, to: number): void {
  continued.set(view, to);
  for (const listener of listeners) listener();
}

/** The limit as the person set it for all views. */
export function useBrakeSetting(): number {
  return useSyncExternalStore(subscribe, readSetting, () => DEFAULT_BRAKE);
}

/** Credits at which a view pauses. */
export function useBrake(view: string): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.max(readSetting(), continued.get(view) ?? 0),
    () => DEFAULT_BRAKE,
  );
}
