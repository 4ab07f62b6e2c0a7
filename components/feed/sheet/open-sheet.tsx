import type { Ref } from "react";
import { LazyPreviewSheet, LazySheet, LazySheetMissing } from "@/components/feed/lazy";
import { useShownRows } from "@/components/feed/rows/use-feed-rows";
import type { OpenRow } from "@/components/feed/rows/use-open-row";
import { useFeedView, useTotal } from "@/lib/client/feed-view";
import { pageAddress } from "@/lib/filters/pages";
import { SheetRow } from "./sheet-row";

interface Props<R> {
  ref: Ref<HTMLElement>;
  opened: OpenRow<R>;
  onClose: () => void;
}

/** Shows the record of the address next to the table; its space is reserved while it loads. */
export function OpenSheet<R>({ ref, opened: { shown, place, openRow, previous, following }, onClose }: Props<R>) {
  const { kind, rows } = useShownRows<R>();
  const total = useTotal();
  const { status, feed, canonical } = useFeedView();
  // A record that is not listed was opened by its address alone.
  const view = place === undefined ? undefined : pageAddress(feed, canonical);
  return (
    <LazySheet
      key={kind.title}
      ref={ref}
      title={kind.one}
      position={place}
      loaded={total ?? rows.length}
      onPrevious={previous}
      onNext={following}
      onClose={onClose}
    >
      {shown == null ? (
        shown === null && status !== "loading" && <LazySheetMissing />
      ) : shown.preview !== undefined ? (
        <LazyPreviewSheet columns={kind.columns} row={shown} onReveal={() => openRow(shown)} />
      ) : (
        <SheetRow value={{ ...shown, feed, view }}>
          <kind.Sheet key={shown.key} record={shown.record} purchasedAt={shown.purchasedAt} />
        </SheetRow>
      )}
    </LazySheet>
  );
}
