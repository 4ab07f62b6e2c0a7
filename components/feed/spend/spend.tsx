"use client";
/** Buying: at once where the price is known and small, else only after a dialog was answered. */
import { type ReactNode, useState } from "react";
import { askAbove } from "@/lib/client/ask-above";
import { useMeter } from "@/lib/client/meter";
import { SpendDialog } from "./spend-dialog";

export interface Offer {
  /** `Load the timeline of Wrenfold?` */
  readonly question: string;
  /** `Load timeline`. */
  readonly action: string;
  /** Credits; undefined where they are not known before. */
  readonly price: number | undefined;
  /** How the price comes about where it is not known: `1 + 1 per event`. */
  readonly unknown: string;
  buy(): void;
}

export function useSpend(): { readonly dialog: ReactNode; spend(offer: Offer): void } {
  const [offer, setOffer] = useState<Offer>();
  const { balance } = useMeter();
  return {
    spend: (next) => {
      const { price } = next;
      const small = price !== undefined && price <= askAbove.read() && (balance === null || price <= balance);
      if (small) next.buy();
      else setOffer(next);
    },
    dialog: offer && <SpendDialog offer={offer} balance={balance} onClose={() => setOffer(undefined)} />,
  };
}
