"use client";
/** Says that columns or an order which a saved view keeps are not there any more. The rest of it is shown. */
import { Suspense } from "react";
import { LazyViewNoteText } from "@/components/feed/lazy";
import { readChoice, writeChoice } from "@/components/table/column-choice";
import type { Column } from "@/components/table/columns";
import { readOrder } from "@/components/table/row-order";
import type { ShelfView } from "@/lib/contract/saved";

export function ViewNote<Row>({ view, columns }: { view: ShelfView | undefined; columns: readonly Column<Row>[] }) {
  if (view === undefined) return null;
  const { columns: kept, sort } = view;
  const whole = !kept || writeChoice(readChoice(columns, kept) ?? []) === kept;
  if (whole && (!sort || readOrder(columns, sort))) return null;
  return (
    <p className="feed-line look-line">
      <Suspense>
        <LazyViewNoteText view={view} columns={columns} />
      </Suspense>
    </p>
  );
}
