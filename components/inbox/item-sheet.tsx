"use client";
/** One owned event of the inbox as its feed shows it. */
import { AcquisitionSheet } from "@/components/feed/sheet/acquisition-sheet";
import { FundingSheet } from "@/components/feed/sheet/funding-sheet";
import { MoveSheet } from "@/components/feed/sheet/move-sheet";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import { SheetRow } from "@/components/feed/sheet/sheet-row";
import type { OpenRecord } from "@/lib/client/address";
import { useOwnedRecord } from "@/lib/queries/owned";
import { type InboxRow, KIND_TITLES } from "./inbox-table";

interface Props {
  rows: readonly InboxRow[];
  opened: OpenRecord;
}

export function ItemSheet({ rows, opened }: Props) {
  const owned = rows.flatMap((row) =>
    row.owned && row.record !== null ? [{ id: row.record.id, feed: row.feed }] : [],
  );
  const item = owned.find(({ id }) => id === opened.open);
  return (
    <PageSheet
      title={item === undefined ? "Event" : KIND_TITLES[item.feed]}
      opened={opened}
      keys={owned.map(({ id }) => id)}
    >
      {item?.feed === "funding" && <Round key={item.id} id={item.id} />}
      {item?.feed === "acquisitions" && <Acquisition key={item.id} id={item.id} />}
      {item?.feed === "execMoves" && <Move key={item.id} id={item.id} />}
    </PageSheet>
  );
}

function Round({ id }: { id: string }) {
  const row = useOwnedRecord("funding", id);
  return (
    row && (
      <SheetRow value={{ ...row, feed: "funding" }}>
        <FundingSheet record={row.record} purchasedAt={row.purchasedAt} />
      </SheetRow>
    )
  );
}

function Acquisition({ id }: { id: string }) {
  const row = useOwnedRecord("acquisitions", id);
  return (
    row && (
      <SheetRow value={{ ...row, feed: "acquisitions" }}>
        <AcquisitionSheet record={row.record} purchasedAt={row.purchasedAt} />
      </SheetRow>
    )
  );
}

function Move({ id }: { id: string }) {
  const row = useOwnedRecord("execMoves", id);
  return (
    row && (
      <SheetRow value={{ ...row, feed: "execMoves" }}>
        <MoveSheet record={row.record} purchasedAt={row.purchasedAt} />
      </SheetRow>
    )
  );
}
