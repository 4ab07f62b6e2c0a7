"use client";
/** Buys what matches and is not owned at one price that is shown first; then the file is written. */
import type { BulkPurchase } from "@dealflow/contract/account/spending/bulk-purchases";
import { Button } from "@/components/ui/button";
import { PriceTag, WRAPPED } from "@/components/ui/prices/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { count, credits, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { isRunning, useBulkPurchase } from "@/lib/queries/bulk-purchases";
import { useSpend } from "../spend/spend";

interface Props {
  /** This many records match and are not owned. */
  rest: number;
  disabled: boolean;
  /** Gets the credits of the purchase once all of it is bought. */
  onBought: (credits: number) => void;
}

export function BuyRest({ rest, disabled, onBought }: Props) {
  const { feed, canonical, offline } = useFeedView();
  const { purchase, isOtherRunning, isChanging, error, start, stop } = useBulkPurchase(feed, canonical, onBought);
  const { dialog, spend } = useSpend();
  const { sessionLeft } = useMeter();
  const price = { ...exactPrice(rest), sessionLeft };
  const running = purchase !== undefined && isRunning(purchase) ? purchase : undefined;
  const ended = purchase === running ? undefined : endWords(purchase);
  const message = error?.message ?? (isOtherRunning ? "A purchase of another view is running." : ended);

  const action = `Buy ${rest === 1 ? "the other record" : `the other ${count(rest)}`} and export`;
  return (
    <>
      {message !== undefined && (
        <p role="status" className="text-12 text-text-2">
          {message}
        </p>
      )}
      {(rest > 0 || running) && (
        <div className="flex flex-wrap gap-2">
          <PriceTag
            // On phones the price goes below the action when both do not fit into one line.
            className={`${WRAPPED} in-data-touch:flex-wrap in-data-touch:*:min-h-row-touch in-data-touch:*:grow`}
            price={price}
            disabled={offline || isOtherRunning || (disabled && !running)}
            busy={running !== undefined || isChanging}
            {...(running && { progress: progressWords(running) })}
            onClick={() =>
              spend({
                question: `Buy ${formatCount(rest, "record")} and export them?`,
                action,
                price,
                buy: () => start(rest),
              })
            }
          >
            {running ? "Buying" : action}
          </PriceTag>
          {running && (
            <Button disabled={isChanging || running.state === "stopping"} onClick={stop}>
              Stop
            </Button>
          )}
        </div>
      )}
      {running && <p className="text-12 text-text-2">It goes on when you close this panel or leave the page.</p>}
      {dialog}
    </>
  );
}

function progressWords({ agreed, credits: used }: BulkPurchase): string {
  return `${count(used)} of ${credits(agreed)}`;
}

/** Returns undefined when all of it was bought. */
function endWords(purchase: BulkPurchase | undefined): string | undefined {
  if (purchase === undefined || purchase.state === "done") return undefined;
  const { problem, agreed, credits: used } = purchase;
  return `${problem ?? "Stopped."} ${count(used)} of ${count(agreed)} ${used === 1 ? "is" : "are"} bought and kept, for ${credits(used)}; buying again goes on with the rest.`;
}
