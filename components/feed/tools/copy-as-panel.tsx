"use client";

import { feedRequest } from "@/lib/client/copy-as";
import { useFeedView } from "@/lib/client/feed-view";
import { LIMIT } from "@/lib/contract/feeds";
import { formatMaxCredits } from "@/lib/format/counts";
import { CopiedTexts } from "./copied-texts";

/** The view's first page as a request. */
export function CopyAsPanel() {
  const { feed, query } = useFeedView();
  return (
    <CopiedTexts title="Copy this view as" request={feedRequest(feed, query)} cost={formatMaxCredits(LIMIT.default)} />
  );
}
