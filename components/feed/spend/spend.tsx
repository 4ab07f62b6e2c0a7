"use client";
/** Buys immediately where the price is known and small, otherwise after a confirmation. */
import { type ReactNode, useState } from "react";
import { useMeter } from "@/lib/client/meter";
import { useUi } from "@/lib/client/ui-store";
import { type Offer, SpendDialog } from "./spend-dialog";

export function useSpend(): { readonly dialog: ReactNode; spend(offer: Offer): void } {
  const [offer, setOffer] = useState<Offer>();
  const { balance } = useMeter();
  return {
    spend: (next) => {
      const { credits } = next.price;
      const { confirmAbove } = useUi.getState();
      const small = credits !== undefined && credits <= confirmAbove && (balance === null || credits <= balance);
      if (small) next.buy();
      else setOffer(next);
    },
    dialog: offer && <SpendDialog offer={offer} balance={balance} onClose={() => setOffer(undefined)} />,
  };
}
