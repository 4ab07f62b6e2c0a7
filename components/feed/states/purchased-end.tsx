"use client";

import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { setOwnedOnly } from "@/lib/client/owned-only";
import { count } from "@/lib/format/counts";
import { EndRow } from "./end-row";

/** Where the owned rows end while "Owned only" is on. */
export function PurchasedEnd() {
  const { rows } = useFeedView();
  const owned = rows.length === 1 ? "1 owned row matches" : `${count(rows.length)} owned rows match`;
  return (
    <EndRow
      label="End of owned rows"
      title="End of owned rows"
      text={`${owned}. Owned only is on. Nothing spends credits.`}
      actions={<Button onClick={() => setOwnedOnly(false)}>Turn off owned only</Button>}
    />
  );
}
