"use client";

import { useState } from "react";
import { RequestId } from "@/components/feed/record/request-id";
import { chipText } from "@/components/filters/summaries";
import { useFilterWords } from "@/components/filters/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Receipt } from "@/lib/client/purchased/purchased-record";
import { FEEDS } from "@/lib/contract/feeds";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";
import { feedAtPage } from "@/lib/filters/pages";

/** By which request a record was bought, and for which view; the view's address is opened without buying. */
export function ReceiptLine({ receipt: { requestId, view } }: { receipt: Receipt }) {
  const words = useViewWords(view);
  return (
    <p className="sheet-receipt" data-testid="receipt">
      {requestId !== null && (
        <span>
          Request <RequestId id={requestId} /> <Copy id={requestId} />
        </span>
      )}
      {words !== undefined && (
        <span className="sheet-receipt-view">
          Bought for{" "}
          <Link href={view} className="link focus-ring" title={words}>
            {words}
          </Link>
        </span>
      )}
    </p>
  );
}

/** `Funding, Series A, US`; undefined for an address that is no feed's. */
function useViewWords(view: string): string | undefined {
  const words = useFilterWords();
  const [path = "", search = ""] = view.split("?");
  const feed = feedAtPage(path);
  if (feed === undefined) return undefined;
  const { query } = parseAddress(FEEDS[feed], new URLSearchParams(search));
  const filters = activeFilters(FEEDS[feed], query).map((filter) => chipText(filter, query, words));
  return [FEEDS[feed].title, ...filters].join(", ");
}

function Copy({ id }: { id: string }) {
  const [label, setLabel] = useState("Copy");
  return (
    <Button
      look="link"
      aria-label={label === "Copy" ? "Copy request id" : label}
      onClick={() => {
        navigator.clipboard.writeText(id).then(
          () => setLabel("Copied"),
          () => setLabel(id),
        );
      }}
    >
      {label}
    </Button>
  );
}
