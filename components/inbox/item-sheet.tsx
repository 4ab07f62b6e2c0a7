/** Shows one owned event of the inbox as its feed shows it. */
import type { EventFeedName } from "@dealflow/contract/feeds";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import { EventRecord } from "@/components/feed/sheet/event-record";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import type { OpenRecord } from "@/lib/client/address";
import { useOwnedRecord } from "@/lib/queries/owned/owned";
import type { InboxRow } from "./inbox-table";

export function ItemSheet({ rows, opened }: { rows: readonly InboxRow[]; opened: OpenRecord }) {
  const owned = rows.flatMap((row) =>
    row.owned && row.record !== null ? [{ id: row.record.id, feed: row.feed }] : [],
  );
  const item = owned.find(({ id }) => id === opened.open);
  return (
    <PageSheet
      title={item === undefined ? "Event" : EVENT_TITLES[item.feed]}
      opened={opened}
      keys={owned.map(({ id }) => id)}
    >
      {item && <OwnedEvent key={item.id} {...item} />}
    </PageSheet>
  );
}

function OwnedEvent({ feed, id }: { feed: EventFeedName; id: string }) {
  const row = useOwnedRecord(feed, id);
  return row && <EventRecord feed={feed} record={row.record} row={row} />;
}
