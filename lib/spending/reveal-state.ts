/** Purchases by preview, for everything that shows them. */

import type { FeedName } from "@dealflow/contract/feeds";
import { create } from "zustand";
import type { RequestError } from "@/lib/client/send-request";
import { grantPermit, pageKey } from "./permits";

interface RevealState {
  /** References that are being bought. */
  readonly pending: readonly string[];
  /** Of the last purchase, with the view in which it was made. */
  readonly failure: { readonly view: string; readonly error: RequestError } | undefined;
  /** Credits used in each view, as last reported by the server. */
  readonly used: Readonly<Record<string, number>>;
}

/** The permit to buy previewed records in a view once. */
export function revealKey(feed: FeedName, canonical: string): string {
  return `reveal ${pageKey(feed, canonical, null)}`;
}

/** Called from a press of a control with a price. */
export function permitReveal(feed: FeedName, canonical: string): void {
  grantPermit(revealKey(feed, canonical));
}

export const useReveal = create<RevealState>(() => ({ pending: [], failure: undefined, used: {} }));
