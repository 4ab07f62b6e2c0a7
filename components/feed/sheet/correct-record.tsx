"use client";
/** Leads operators to the correction of an event. */
import type { FeedName } from "@dealflow/contract/feeds";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import { CORRECT_KEY, IMPORTS_LINK, isThere } from "@/components/shell/pages";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { cn } from "@/lib/cn";

interface Props {
  feed: FeedName;
  recordId: string;
}

export function CorrectRecord({ feed, recordId }: Props) {
  const host = useHost();
  if (!(feed in EVENT_TITLES) || !isThere(IMPORTS_LINK, host)) return null;
  return (
    <Link
      href={`${IMPORTS_LINK.href}?${new URLSearchParams({ [CORRECT_KEY]: recordId })}`}
      className={cn(buttonVariants({ variant: "quiet" }), "mt-2 in-data-touch:inline-flex in-data-touch:items-center")}
    >
      Correct…
    </Link>
  );
}
