"use client";

import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { setOwnedOnly } from "@/lib/client/owned-only";
import { count } from "@/lib/format/counts";

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
