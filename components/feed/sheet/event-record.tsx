import type { FeedRecord } from "@dealflow/client/records";
import type { EventFeedName } from "@dealflow/contract/feeds";
import type { ComponentType } from "react";
import { AcquisitionSheet } from "./acquisition-sheet";
import { FundingSheet } from "./funding-sheet";
import { MoveSheet } from "./move-sheet";
import { type PurchasedRow, SheetRow } from "./sheet-row";

type Content<F extends EventFeedName> = ComponentType<{ record: FeedRecord<F>; purchasedAt: string }>;

const CONTENTS: { readonly [F in EventFeedName]: Content<F> } = {
  funding: FundingSheet,
  acquisitions: AcquisitionSheet,
  execMoves: MoveSheet,
};

interface Props<F extends EventFeedName> {
  feed: F;
  record: FeedRecord<F>;
  row: Omit<PurchasedRow, "feed">;
}

/** Shows the record of one event, on a page that is not a feed's, as its feed does. */
export function EventRecord<F extends EventFeedName>({ feed, record, row }: Props<F>) {
  const Content: Content<F> = CONTENTS[feed];
  return (
    <SheetRow value={{ ...row, feed }}>
      <Content record={record} purchasedAt={row.purchasedAt} />
    </SheetRow>
  );
}
