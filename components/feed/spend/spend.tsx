/** Buys immediately where the price is known and small, otherwise after a confirmation. */
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PriceTag, WRAPPED } from "@/components/ui/prices/price-tag";
import { useMeter } from "@/lib/client/meter";
import { useUi } from "@/lib/client/ui-store";
import { count, credits } from "@/lib/format/counts";
import { isCutBySession, type Price } from "@/lib/format/price";

export function useSpend(): { readonly dialog: ReactNode; spend(offer: Offer): void } {
  const [offer, setOffer] = useState<Offer>();
  const { balance, sessionLeft } = useMeter();
  return {
    spend: (next) => {
      if (next.price === undefined) return;
      const { credits } = next.price;
      const { confirmAbove } = useUi.getState();
      const most = Math.min(confirmAbove, balance ?? confirmAbove, sessionLeft ?? confirmAbove);
      const small = credits !== undefined && credits <= most;
      if (small) next.buy();
      else setOffer(next);
    },
    dialog: offer && <SpendDialog {...{ offer, balance, sessionLeft }} onClose={() => setOffer(undefined)} />,
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
  /** It is undefined where no budget is set for a session. */
  sessionLeft: number | undefined;
  onClose: () => void;
}

/** Confirms a large or unknown price before it is spent. The dialog is open while mounted. */
function SpendDialog({ offer, balance, sessionLeft, onClose }: SpendDialogProps) {
  const { question, action, price, buy } = offer;
  return (
    <Dialog title={question} onClose={onClose}>
      <p className="mt-2 text-text-2">{explained(price, balance, sessionLeft)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <PriceTag
          primary
          className={WRAPPED}
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

function explained(offered: Price | undefined, balance: number | null, sessionLeft: number | undefined): string {
  const price = offered?.credits;
  const budget = sessionLeft === undefined ? "" : ` The budget leaves ${credits(sessionLeft)}.`;
  const have = `${balance === null ? "" : ` ${credits(balance)} ${balance === 1 ? "is" : "are"} left.`}${budget}`;
  if (offered !== undefined && price !== undefined && isCutBySession(offered, balance))
    return `It costs ${credits(price)}.${budget} The records that it doesn’t cover will be missing.`;
  if (price === undefined)
    return `A company costs 1 credit and each of its events 1 more. How many events there are is not known before they are bought, so there is no upper bound but the balance.${have}`;
  if (balance !== null && price > balance)
    return `It costs ${credits(price)} and ${count(balance)} ${balance === 1 ? "is" : "are"} left, ${count(price - balance)} too few, so the events that they don’t cover will be missing.`;
  return `It costs ${credits(price)}.${have}`;
}
