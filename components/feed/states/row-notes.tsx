import { costSentence } from "@dealflow/client/charged";
import { FEEDS } from "@dealflow/contract/feeds";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { setOwnedOnly } from "@/lib/client/owned-only";
import type { RequestError } from "@/lib/client/requests/send-request";
import { count } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";
import { Banner } from "./banner";
import { issueLines } from "./issue-lines";

interface Props {
  error: RequestError;
  disabled: boolean;
  /** Requesting the rows again costs this. */
  price: Price;
  onRetry: () => void;
}

/** Explains when rows can be requested again. */
export function RateLimited({ error, disabled, price, onRetry }: Props) {
  const [until] = useState(() => Date.now() + (error.retryAfterS ?? 0) * 1000);
  const left = useSecondsLeft(until);
  return (
    <Banner
      tone="warn"
      title="Rate limited"
      actions={
        <PriceTag price={price} disabled={disabled || left > 0} onClick={onRetry}>
          Try again
        </PriceTag>
      }
    >
      {left > 0 ? `Next request in ${count(left)} s. ` : "The next request can be made now. "}
      {costSentence(error.charged)}
    </Banner>
  );
}

/** Marks the end of the owned rows while "Owned only" is on. Its height is fixed, so that nothing below it moves. */
export function PurchasedEnd() {
  const { rows } = useFeedView();
  const owned = rows.length === 1 ? "1 owned row matches" : `${count(rows.length)} owned rows match`;
  return (
    <section
      className="flex min-h-brake flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-gutter py-2"
      aria-label="End of owned rows"
    >
      <div>
        <p className="text-13 font-medium">End of owned rows</p>
        <p className="text-12/5 text-text-2">{`${owned}. Owned only is on. Nothing spends credits.`}</p>
      </div>
      <div className="ml-auto flex flex-wrap gap-2 max-tablet:ml-0">
        <Button onClick={() => setOwnedOnly(false)}>Turn off owned only</Button>
      </div>
    </section>
  );
}

/** Names the parts of the address that were left out. */
export function Problems() {
  const { feed, issues } = useFeedView();
  const lines = issueLines(FEEDS[feed], issues);
  const title = lines.length === 1 ? "Part of this link was ignored" : "Parts of this link were ignored";
  return (
    <Banner tone="warn" title={title}>
      <ul>
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
