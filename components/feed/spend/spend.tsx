"use client";

/** Buys immediately where the price is known and small, otherwise after a confirmation. */
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useMeter } from "@/lib/client/meter";
import { useUi } from "@/lib/client/ui-store";
import { count, credits } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";

export function useSpend(): { readonly dialog: ReactNode; spend(offer: Offer): void } {
  const [offer, setOffer] = useState<Offer>();
  const { balance } = useMeter();
  return {
    spend: (next) => {
      if (next.price === undefined) return;
      const { credits } = next.price;
      const { confirmAbove } = useUi.getState();
      const small = credits !== undefined && credits <= confirmAbove && (balance === null || credits <= balance);
      if (small) next.buy();
      else setOffer(next);
    },
    dialog: offer && <SpendDialog offer={offer} balance={balance} onClose={() => setOffer(undefined)} />,
  };
}

interface Offer {
  /** The question is such as `Load the timeline of Wrenfold?` */
  readonly question: string;
  /** The action is such as `Load timeline`. */
  readonly action: string;
  /** Nothing happens while the price is not known yet. */
  readonly price: Price | undefined;
  buy(): void;
}

interface SpendDialogProps {
  offer: Offer;
  /** The balance is null when unknown. */
  balance: number | null;
  onClose: () => void;
}

/** Confirms a large or unknown price before it is spent. The dialog is open while mounted. */
function SpendDialog({ offer, balance, onClose }: SpendDialogProps) {
  const { question, action, price, buy } = offer;
  return (
    <Dialog title={question} onClose={onClose}>
      <p className="mt-2 text-text-2">{explained(price?.credits, balance)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <PriceTag
          primary
          price={price}
          onClick={() => {
            buy();
            onClose();
          }}
        >
          {action}
        </PriceTag>
      </div>
    </Dialog>
  );
}

function explained(price: number | undefined, balance: number | null): string {
  const have = balance === null ? "" : ` ${credits(balance)} ${balance === 1 ? "is" : "are"} left.`;
  if (price === undefined)
    return `A company costs 1 credit and each of its events 1 more. How many events there are is not known before they are bought, so there is no upper bound but the balance.${have}`;
  if (balance !== null && price > balance)
    return `It costs ${credits(price)} and ${count(balance)} ${balance === 1 ? "is" : "are"} left, ${count(price - balance)} too few, so the events that they don’t cover will be missing.`;
  return `It costs ${credits(price)}.${have}`;
}
