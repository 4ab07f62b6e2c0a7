"use client";

import { LoadButton } from "@/components/feed/load-button";
import { purchasedMatch } from "@/components/feed/summary";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { setSpending } from "@/lib/spending/settings-store";
import { EndRow } from "./end-row";

/** Where the owned rows end while owned only is on. */
export function PurchasedEnd({ next }: { next: number }) {
  const { rows, total } = useFeedView();
  const purchased =
    total === undefined
      ? `${purchasedMatch(rows.length)}. Total unknown.`
      : `${count(rows.length)} of ${count(total)} matching are owned.`;
  return (
    <EndRow
      label="End of owned rows"
      title="End of owned rows"
      text={`${purchased} Owned only is on. Nothing spends credits.`}
      actions={
        <>
          <Button onClick={() => setSpending("ownedOnly", false)}>Turn off owned only</Button>
          <LoadButton next={next} more={rows.length > 0} disabled onLoad={() => undefined} />
        </>
      }
    />
  );
}
