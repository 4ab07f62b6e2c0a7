"use client";
/** Buys what matches and is not owned, in batches, at one price that is shown first; then the file can be written. */
import { LIMIT } from "@dealflow/contract/feeds";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { fetchFeedPage } from "@/lib/client/requests/fetch-feed-page";
import { toRequestError } from "@/lib/client/requests/send-request";
import { listOrder } from "@/lib/filters/address";
import { count, credits, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { buyMutation } from "@/lib/queries/buy";
import { type BuyProgress, buyAll } from "@/lib/queries/buy-all";
import { useSpend } from "../spend/spend";

interface Props {
  /** This many records match and are not owned. */
  rest: number;
  disabled: boolean;
  /** Gets the credits of this purchase, and those of this session in the view. */
  onBought: (credits: number, creditsInView: number | undefined) => void;
}

interface State {
  readonly agreed: number;
  readonly bought: BuyProgress;
  readonly isRunning: boolean;
  /** The sentence says why it ended. */
  readonly ended?: string;
}

export function BuyRest({ rest, disabled, onBought }: Props) {
  const { feed, canonical, shownOrder, offline, buying } = useFeedView();
  const { mutateAsync } = useMutation(buyMutation(feed));
  const { dialog, spend } = useSpend();
  const [state, setState] = useState<State>();
  /** Stops the run in progress. */
  const run = useRef<AbortController>(null);
  // Nothing more is bought for a panel that was closed.
  useEffect(() => () => run.current?.abort(), []);
  /** The file has the format that is chosen by then. */
  const finish = useRef(onBought);
  useEffect(() => {
    finish.current = onBought;
  });
  const isRunning = state?.isRunning === true;

  async function buy(agreed: number) {
    if (run.current !== null) return;
    const controller = new AbortController();
    const { signal } = controller;
    run.current = controller;
    let bought: BuyProgress = { records: 0, credits: 0 };
    let creditsInView: number | undefined;
    const report = (isRunning: boolean, ended?: string) =>
      setState({ agreed, bought, isRunning, ...(ended !== undefined && { ended }) });
    report(true);
    try {
      await buyAll({
        agreed,
        readPage: (offset) => fetchFeedPage(feed, canonical, "", offset, signal, "all", LIMIT.max),
        buy: async (references) => {
          const order = listOrder(feed, shownOrder);
          const batch = await mutateAsync({ canonical, order, purchase: { references } });
          creditsInView = batch.creditsInView;
          return batch;
        },
        isStopping: () => signal.aborted,
        onProgress: (progress) => {
          bought = progress;
          report(true);
        },
      });
      if (!signal.aborted) finish.current(bought.credits, creditsInView);
      report(false, signal.aborted ? "Stopped." : "");
    } catch (error) {
      report(false, signal.aborted ? "Stopped." : reason(error));
    } finally {
      run.current = null;
    }
  }

  const action = `Buy ${rest === 1 ? "the other record" : `the other ${count(rest)}`} and export`;
  return (
    <>
      {state?.ended && (
        <p role="status" className="text-12 text-text-2">
          {state.ended} {keptWords(state)}
        </p>
      )}
      {(rest > 0 || isRunning) && (
        <div className="flex flex-wrap gap-2">
          <PriceTag
            price={exactPrice(rest)}
            disabled={offline || (disabled && !isRunning)}
            busy={isRunning || buying.isPending}
            {...(isRunning && { progress: progressWords(state) })}
            onClick={() =>
              spend({
                question: `Buy ${formatCount(rest, "record")} and export them?`,
                action,
                price: exactPrice(rest),
                buy: () => void buy(rest),
              })
            }
          >
            {isRunning ? "Buying" : action}
          </PriceTag>
          {isRunning && <Button onClick={() => run.current?.abort()}>Stop</Button>}
        </div>
      )}
      {dialog}
    </>
  );
}

function progressWords({ agreed, bought }: State): string {
  return `${count(bought.records)} of ${count(agreed)} · ${credits(bought.credits)}`;
}

function keptWords({ agreed, bought }: State): string {
  return `${count(bought.records)} of ${count(agreed)} ${bought.records === 1 ? "is" : "are"} bought and kept, for ${credits(bought.credits)}; buying again goes on with the rest.`;
}

function reason(error: unknown): string {
  return toRequestError(error instanceof Error ? error : new Error(String(error))).message;
}
