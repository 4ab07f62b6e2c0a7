"use client";

import { FundingSheet } from "@/components/feed/sheet/funding-sheet";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import { SheetRow } from "@/components/feed/sheet/sheet-row";
import type { OpenRecord } from "@/lib/client/address";
import type { Round } from "./portfolio";

interface Props {
  rounds: readonly Round[];
  opened: OpenRecord;
}

/** Shows one of an investor's rounds as the feed does. */
export function RoundSheet({ rounds, opened }: Props) {
  const row = rounds.find(({ key }) => key === opened.open);
  return (
    <PageSheet title="Funding round" opened={opened} keys={rounds.map(({ key }) => key)}>
      {row && (
        <SheetRow value={{ ...row, feed: "funding" }}>
          <FundingSheet key={row.key} record={row.record} purchasedAt={row.purchasedAt} />
        </SheetRow>
      )}
    </PageSheet>
  );
}
