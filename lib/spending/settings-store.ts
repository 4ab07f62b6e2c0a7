/** The current settings about spending, the same in all tabs. */

import { isObject } from "@dealflow/client/tolerant-reader";
import { createStore } from "zustand";
import { revokePermits } from "./permits";
import { cookieIn, readSpending, type SpendingSettings, serializeSpendingCookie } from "./settings";

function readCookies(): SpendingSettings {
  return readSpending((name) => (typeof document === "undefined" ? undefined : cookieIn(document.cookie, name)));
}

export const spendingStore = createStore<SpendingSettings>(readCookies);

// Whatever was about to be bought is not.
spendingStore.subscribe(revokePermits);

const channel = typeof document === "undefined" ? undefined : new BroadcastChannel("dealflow-spending");
channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (isObject(data))
    spendingStore.setState({
      ownedOnly: data.ownedOnly === true,
      autoLoad: data.autoLoad === true,
      autoShow: data.autoShow === true,
    });
});

/** Checked before anything is bought: also the cookie, which another tab may have set a moment ago. */
export function isOwnedOnly(): boolean {
  return spendingStore.getState().ownedOnly || readCookies().ownedOnly;
}

/** Applies a setting at once, in all tabs. */
export function setSpending(name: keyof SpendingSettings, on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = serializeSpendingCookie(name, on);
  spendingStore.setState({ [name]: on });
  channel?.postMessage(spendingStore.getState());
}
