"use client";

import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { compareAddress } from "@/lib/client/timelines/addresses";
import { compareList, setCompareList, useCompareList } from "@/lib/client/timelines/compare-list";
import { BATCH } from "@/lib/contract/timeline";
import { count } from "@/lib/format/counts";

/** Puts the company on the list of those to compare; once it is there, leads to the comparison. Both are free. */
export function CompareButton({ id }: { id: string }) {
  const list = useCompareList();
  if (list.includes(id))
    return (
      <Link className="company-compared focus-ring" href={compareAddress(list)}>
        Compare {count(list.length)}
      </Link>
    );
  const full = list.length >= BATCH.max;
  return (
    <Button
      disabled={full}
      title={full ? `${BATCH.max} companies are compared at most` : undefined}
      onClick={() => setCompareList([...compareList(), id])}
    >
      Add to compare
    </Button>
  );
}
