/** Shows one event of a company's timeline as the feeds do: every field, its sources and its purchase. */

import type { EventFeedName } from "@dealflow/contract/feeds";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import { EventRecord } from "@/components/feed/sheet/event-record";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import { eventKey, getEventRecord, type TimelineEvent, type TimelinePart } from "@/lib/api/timeline-part";
import type { OpenRecord } from "@/lib/client/address";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { useOwnedRecord } from "@/lib/queries/owned/owned";
import { openEventKey } from "./open-event";

interface Props {
  /** This is the id of the company. */
  id: string;
  opened: OpenRecord;
  /** Events are in the order in which they are shown. */
  events: readonly TimelineEvent[];
  parts: readonly TimelinePart[];
}

export function EventSheet({ id, opened, events, parts }: Props) {
  const event = events.find((one) => openEventKey(one) === opened.open);
  return (
    <PageSheet
      title={event === undefined ? "Event" : EVENT_TITLES[eventFeed(event)]}
      opened={opened}
      keys={events.flatMap((one) => openEventKey(one) ?? [])}
    >
      {event !== undefined && <CompanyEvent key={opened.open} id={id} event={event} parts={parts} />}
    </PageSheet>
  );
}

function eventFeed({ funding, acquisition }: TimelineEvent): EventFeedName {
  return funding !== null ? "funding" : acquisition !== null ? "acquisitions" : "execMoves";
}

function CompanyEvent({ id, event, parts }: { id: string; event: TimelineEvent; parts: readonly TimelinePart[] }) {
  const feed = eventFeed(event);
  const record = getEventRecord(event);
  const key = record?.id ?? "";
  const rows = parts
    .filter(({ timeline }) => timeline.events.some((other) => eventKey(other) === eventKey(event)))
    .map(({ purchasedAt, requestId, kinds }) => ({ purchasedAt, requestId, view: companyAddress(id, kinds) }));
  const [bought] = rows.sort((a, b) => b.purchasedAt.localeCompare(a.purchasedAt));
  const owned = useOwnedRecord(feed, bought === undefined ? key : undefined);
  const row = bought ?? owned;
  if (row == null || record === null) return null;
  return <EventRecord feed={feed} record={record} row={{ ...row, key }} />;
}
