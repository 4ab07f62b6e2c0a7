"use client";
import type { EventFeedName } from "@dealflow/contract/feeds";
/** One owned event of the inbox as its feed shows it. */
import { AcquisitionSheet } from "@/components/feed/sheet/acquisition-sheet";
import { FundingSheet } from "@/components/feed/sheet/funding-sheet";
import { MoveSheet } from "@/components/feed/sheet/move-sheet";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import { SheetRow } from "@/components/feed/sheet/sheet-row";
import type { OpenRecord } from "@/lib/client/open-record";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import type { InboxRow } from "./inbox-table";
import { KIND_TITLES } from "./kind-titles";

interface Props {
  rows: readonly InboxRow[];
  opened: OpenRecord;
}

export function ItemSheet({ rows, opened }: Props) {
  const owned = rows.flatMap((row) => row.purchased ?? []);
  const record = owned.find(({ key }) => key === opened.open);
  return (
    <PageSheet
      title={record === undefined ? "Event" : KIND_TITLES[record.feed]}
      opened={opened}
      keys={owned.map(({ key }) => key)}
    >
      {record && (
        <SheetRow value={record}>
          <EventRecord key={record.key} of={record} />
        </SheetRow>
      )}
    </PageSheet>
  );
}

function EventRecord({ of }: { of: PurchasedRecord<EventFeedName> }) {
  if (isOf(of, "funding")) return <FundingSheet record={of.record} purchasedAt={of.purchasedAt} />;
  if (isOf(of, "acquisitions")) return <AcquisitionSheet record={of.record} purchasedAt={of.purchasedAt} />;
  return isOf(of, "execMoves") ? <MoveSheet record={of.record} purchasedAt={of.purchasedAt} /> : null;
}

function isOf<F extends EventFeedName>(of: PurchasedRecord<EventFeedName>, feed: F): of is PurchasedRecord<F> {
  return of.feed === feed;
}
