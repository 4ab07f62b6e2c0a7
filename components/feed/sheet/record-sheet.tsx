/** Shows one of a page's owned records as its feed does. */
import type { EventFeedName } from "@dealflow/contract/feeds";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import type { OpenRecord } from "@/lib/client/address";
import type { OwnedRow } from "@/lib/queries/owned/owned";
import { EventRecord } from "./event-record";
import { PageSheet } from "./page-sheet";

export interface OwnedRows {
  readonly feed: EventFeedName;
  readonly rows: readonly OwnedRow<EventFeedName>[];
}

export function RecordSheet({ records: { feed, rows }, opened }: { records: OwnedRows; opened: OpenRecord }) {
  const row = rows.find(({ key }) => key === opened.open);
  return (
    <PageSheet title={EVENT_TITLES[feed]} opened={opened} keys={rows.map(({ key }) => key)}>
      {row && <EventRecord key={row.key} feed={feed} record={row.record} row={row} />}
    </PageSheet>
  );
}
