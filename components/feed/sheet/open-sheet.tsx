"use client";

import { type Ref, Suspense } from "react";
import type { FeedKind } from "@/components/feed/kind";
import { LazyPreviewSheet, LazySheet, LazySheetMissing } from "@/components/feed/lazy";
import { useFeedView, useTotal } from "@/lib/client/feed-view";
import type { FeedRow } from "@/lib/client/feed-view-state";
import { cn } from "@/lib/cn";
import { pageAddress } from "@/lib/filters/pages";
import { BESIDE_TABLE, SHEET_BOX, SheetRow } from "./sheet-row";

interface Props<R> {
  kind: FeedKind<R>;
  ref: Ref<HTMLElement>;
  /** The record's row is null when it is neither loaded nor owned, and undefined while that is not known. */
  shown: FeedRow<R> | null | undefined;
  /** The record has this place in the whole list. */
  position: number | undefined;
  loaded: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Buys a previewed record. */
  onReveal: () => void;
  onClose: () => void;
}

/** Shows the record of the address next to the table; its space is reserved while it loads. */
export function OpenSheet<R>({ kind, shown, loaded, onReveal, ...sheet }: Props<R>) {
  const total = useTotal();
  const { status, feed, canonical } = useFeedView();
  // A record that is not listed was opened by its address alone.
  const view = sheet.position === undefined ? undefined : pageAddress(feed, canonical);
  return (
    <Suspense fallback={<div className={cn(SHEET_BOX, BESIDE_TABLE)} />}>
      <LazySheet key={kind.title} title={kind.one} loaded={total ?? loaded} {...sheet}>
        {shown == null ? (
          shown === null && status !== "loading" && <LazySheetMissing />
        ) : shown.preview !== undefined ? (
          <LazyPreviewSheet columns={kind.columns} row={shown} onReveal={onReveal} />
        ) : (
          <Suspense>
            <SheetRow value={{ ...shown, feed, view }}>
              <kind.Sheet key={shown.key} record={shown.record} purchasedAt={shown.purchasedAt} />
            </SheetRow>
          </Suspense>
        )}
      </LazySheet>
    </Suspense>
  );
}
