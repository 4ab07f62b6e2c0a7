/** Shows the actions on a company next to its page's title; most of them need something of its timeline to be owned. */

import { BATCH } from "@dealflow/contract/timeline";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Star } from "@/components/feed/record/star";
import { useNow, useZone } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import type { IncludeName, MergedTimeline } from "@/lib/api/timeline-part";
import { compareAddress } from "@/lib/client/timelines/addresses";
import { addToCompareList, useCompareList } from "@/lib/client/timelines/compare-list";
import { count } from "@/lib/format/counts";
import { cachedMark, cachedTime } from "@/lib/format/dates";
import { CopyTimelineAs } from "./copy-as";

interface Props {
  id: string;
  name: string | undefined;
  /** The timeline is undefined when nothing of it is owned. */
  holding: MergedTimeline | undefined;
  /** These kinds of event are owned. */
  kinds: readonly IncludeName[];
  /** The button buys again what is owned. */
  children: ReactNode;
}

export function CompanyTools({ id, name, holding, kinds, children }: Props) {
  if (holding === undefined)
    return (
      <>
        {name && <Star company={{ id, name, domain: null }} labelled />}
        <CompareButton id={id} />
      </>
    );
  return (
    <>
      <PurchasedDate purchasedAt={holding.purchasedAt} />
      {children}
      <Star company={holding.company} labelled />
      <CompareButton id={id} />
      <CopyTimelineAs id={id} kinds={kinds} />
      <CopyButton label="Copy as JSON" text={timelineJson(holding)} variant="secondary" />
    </>
  );
}

/** Shows when the oldest of the shown records was bought. */
function PurchasedDate({ purchasedAt }: { purchasedAt: string }) {
  const now = useNow();
  const zone = useZone();
  const at = new Date(purchasedAt);
  return (
    <p className="mr-2 flex items-center gap-1 text-12 whitespace-nowrap text-text-2" title={cachedTime(at, zone)}>
      <Check size={14} strokeWidth={2.25} />
      Owned as of {cachedMark(at, now, zone)}
    </p>
  );
}

/** Adds the company to those that are compared; once it is one of them, links to the comparison. Both are free. */
function CompareButton({ id }: { id: string }) {
  const list = useCompareList();
  if (list.includes(id))
    return (
      <Link
        className="focus-ring inline-flex h-control items-center rounded-2 border border-line-button bg-surface-well px-[10px] text-12 font-medium whitespace-nowrap hover:border-line-control"
        href={compareAddress(list)}
      >
        Compare {count(list.length)}
      </Link>
    );
  const full = list.length >= BATCH.max;
  return (
    <Button
      disabled={full}
      title={full ? `You can compare up to ${BATCH.max} companies` : undefined}
      onClick={() => addToCompareList(id)}
    >
      Add to compare
    </Button>
  );
}

/** The result has the shape of the interface's timeline. */
function timelineJson({ company, investors, events }: MergedTimeline): string {
  return JSON.stringify({ company, investors, events }, null, 2);
}
