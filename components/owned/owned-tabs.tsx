/** Links to the feeds of which the workspace owns records, with their numbers. */

import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import Link from "next/link";
import { cn } from "@/lib/cn";
import { ownedPage } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";

interface Props {
  current: FeedName;
  /** The counts are undefined where they could not be read in time. */
  counts: Readonly<Record<string, number>> | undefined;
}

export function OwnedTabs({ current, counts }: Props) {
  return (
    <nav
      aria-label="Owned records"
      className="flex h-bar-chips in-data-touch:h-12 items-center gap-4 overflow-x-auto border-b border-line bg-surface-side px-gutter whitespace-nowrap"
    >
      <span className="font-semibold">Owned records</span>
      <ul className="flex gap-1">
        {FEED_NAMES.map((feed) => (
          <li key={feed} className={cn(feed !== current && "print:hidden")}>
            <Link
              href={ownedPage(feed)}
              prefetch={false}
              aria-current={feed === current ? "page" : undefined}
              className={cn(
                "focus-ring inline-flex h-7 in-data-touch:h-row-touch items-center gap-1.5 rounded-2 px-2 text-text-2 hover:bg-surface-hover hover:text-text-1",
                feed === current && "bg-text-1/8 font-medium text-text-1",
              )}
            >
              {FEEDS[feed].title}
              {counts !== undefined && <span className="text-12 text-text-2">{count(counts[feed] ?? 0)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
