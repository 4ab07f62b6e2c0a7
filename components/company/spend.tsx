"use client";
/** Buying: at once where the price is known and small, else only after a dialog was answered. */
import { type ReactNode, useState } from "react";
import { useMeter } from "@/lib/client/meter";
import { type Offer, SpendDialog } from "./spend-dialog";

/** A purchase that costs more is asked about. */
const ASK_ABOVE = 100;

export function useSpend(): { readonly dialog: ReactNode; spend(offer: Offer): void } {
  const [offer, setOffer] = useState<Offer>();
  const { balance } = useMeter();
  return {
    spend: (next) => {
      const { price } = next;
      const small = price !== undefined && price <= ASK_ABOVE && (balance === null || price <= balance);
      if (small) next.buy();
      else setOffer(next);
    },
    dialog: offer && <SpendDialog offer={offer} balance={balance} onClose={() => setOffer(undefined)} />,
  };
}
