/** The current settings about spending, the same in all tabs. */
import { isObject } from "@dealflow/client/tolerant-reader";
import { revokePermits } from "./permits";
import { cookieIn, readSpending, type SpendingSettings, serializeSpendingCookie } from "./settings";

let settings: SpendingSettings | undefined;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

function inCookies(): SpendingSettings {
  return readSpending((name) => (typeof document === "undefined" ? undefined : cookieIn(document.cookie, name)));
}

export function spendingSettings(): SpendingSettings {
  settings ??= inCookies();
  return settings;
}

/** Checked before anything is bought: also the cookie, which another tab may have set a moment ago. */
export function isOwnedOnly(): boolean {
  return spendingSettings().ownedOnly || inCookies().ownedOnly;
}

/** Applies a setting at once, in all tabs. Whatever was about to be bought is not. */
export function setSpending(name: keyof SpendingSettings, on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = serializeSpendingCookie(name, on);
  apply({ ...spendingSettings(), [name]: on });
  channel?.postMessage(settings);
}

function apply(next: SpendingSettings): void {
  settings = next;
  revokePermits();
  for (const listener of listeners) listener();
}

export function subscribeSpending(listener: () => void): () => void {
  if (listeners.size === 0 && typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel("dealflow-spending");
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isObject(data)) apply({ ownedOnly: data.ownedOnly === true, autoLoad: data.autoLoad === true });
    };
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}
