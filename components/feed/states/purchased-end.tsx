"use client";

import { LoadButton } from "@/components/feed/load-button";
import { purchasedMatch } from "@/components/feed/summary";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { setSpending } from "@/lib/spending/settings-store";

/** Where the owned rows end while owned only is on. */
export function PurchasedEnd({ next }: { next: number }) {
  const { rows, total } = useFeedView();
  const purchased =
    total === undefined
      ? `${purchasedMatch(rows.length)}. Total unknown.`
      : `${count(rows.length)} of ${count(total)} matching are owned.`;
  return (
    <section className="feed-brake" aria-label="End of owned rows">
      <div>
        <p className="text-13 font-medium">End of owned rows</p>
        <p className="feed-brake-more">{purchased} Owned only is on. Nothing spends credits.</p>
      </div>
      <div className="feed-brake-ways">
        <Button onClick={() => setSpending("ownedOnly", false)}>Turn off owned only</Button>
        <LoadButton next={next} more={rows.length > 0} disabled onLoad={() => undefined} />
      </div>
    </section>
  );
}
