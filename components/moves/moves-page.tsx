"use client";

import type { ExecMoveRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { NEWEST_FIRST } from "@/components/feed/columns/event-columns";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";

const KIND: FeedKind<ExecMoveRecord> = {
  title: FEEDS.execMoves.title,
  noun: "exec move",
  one: "Exec move",
  columns: COLUMNS,
  ...NEWEST_FIRST,
  company: ({ company }) => company,
  parties: ({ company, fromCompany, person }) => ({ companies: [company, fromCompany], others: [person?.name] }),
  Sheet: lazyComponent(async () => (await import("@/components/feed/sheet/move-sheet")).MoveSheet),
};

export function MovesPage(props: FeedPageProps) {
  return <FeedPage kind={KIND} {...props} />;
}
