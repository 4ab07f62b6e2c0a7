"use client";
/** Shows one event of a company's timeline as the feeds do: every field, its sources and its purchase. */

import type { FeedName } from "@dealflow/contract/feeds";
import { AcquisitionSheet } from "@/components/feed/sheet/acquisition-sheet";
import { FundingSheet } from "@/components/feed/sheet/funding-sheet";
import { MoveSheet } from "@/components/feed/sheet/move-sheet";
import { PageSheet } from "@/components/feed/sheet/page-sheet";
import { SheetRow } from "@/components/feed/sheet/sheet-row";
import { eventKey, getEventRecord, type TimelineEvent, type TimelinePart } from "@/lib/api/timeline-part";
import type { OpenRecord } from "@/lib/client/address";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { useOwnedRecord } from "@/lib/queries/owned";
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
      title={event === undefined ? "Event" : sheetTitle(event)}
      opened={opened}
      keys={events.flatMap((one) => openEventKey(one) ?? [])}
    >
      {event !== undefined && <EventRecord key={opened.open} id={id} event={event} parts={parts} />}
    </PageSheet>
  );
}

function sheetTitle({ funding, acquisition }: TimelineEvent): string {
  return funding !== null ? "Funding round" : acquisition !== null ? "Acquisition" : "Exec move";
}

function eventFeed({ funding, acquisition }: TimelineEvent): FeedName {
  return funding !== null ? "funding" : acquisition !== null ? "acquisitions" : "execMoves";
}

function EventRecord({ id, event, parts }: { id: string; event: TimelineEvent; parts: readonly TimelinePart[] }) {
  const { funding, acquisition, execMove } = event;
  const feed = eventFeed(event);
  const key = getEventRecord(event)?.id ?? "";
  const rows = parts
    .filter(({ timeline }) => timeline.events.some((other) => eventKey(other) === eventKey(event)))
    .map(({ purchasedAt, requestId, kinds }) => ({ purchasedAt, requestId, view: companyAddress(id, kinds) }));
  const [bought] = rows.sort((a, b) => b.purchasedAt.localeCompare(a.purchasedAt));
  const owned = useOwnedRecord(feed, bought === undefined ? key : undefined);
  const row = bought ?? owned;
  if (row == null) return null;
  const { purchasedAt } = row;
  return (
    <SheetRow value={{ ...row, feed, key }}>
      {funding !== null && <FundingSheet record={funding} purchasedAt={purchasedAt} />}
      {acquisition !== null && <AcquisitionSheet record={acquisition} purchasedAt={purchasedAt} />}
      {execMove !== null && <MoveSheet record={execMove} purchasedAt={purchasedAt} />}
    </SheetRow>
  );
}
