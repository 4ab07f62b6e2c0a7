import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import type { DataTableHandle } from "@/components/data-table/use-cursor";
import { FilterPanel } from "@/components/filters/filter-panel";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import { useCards, WideOnly } from "@/components/ui/hooks/use-cards";
import { FeedViewContext, type ListedFeed, useFeedPageView } from "@/lib/client/feed-view";
import { useActingView } from "@/lib/client/palette";
import { FeedHeader } from "./feed-header";
import { FilterButton } from "./filter-button";
import { Foot } from "./foot";
import type { FeedKind } from "./kind";
import { LazyEmpty, LazyFilterDrawer, LazyKeysDialog } from "./lazy";
import { ResultHeader } from "./result-header";
import { announcement, countLines, countSkeletonRows, openRowText } from "./result-text";
import { ShowNext } from "./rows/show-next";
import { ShownRows, useFeedRows } from "./rows/use-feed-rows";
import { useOpenRow } from "./rows/use-open-row";
import { OpenSheet } from "./sheet/open-sheet";
import { AfterRows } from "./states/after-rows";
import { useFeedKeys } from "./use-feed-keys";

export interface FeedPageProps extends ListedFeed {
  state: DehydratedState;
  seed: FilterSeed;
  /** The text has the person's own columns. */
  columns: string | undefined;
}

/** Renders a feed's page. `kind` has everything specific to the feed. */
export function FeedPage<R>({ state, seed, ...page }: FeedPageProps & { kind: FeedKind<R> }) {
  return (
    <FilterSeedProvider value={seed}>
      <HydrationBoundary state={state}>
        {/* A view of another feed shares no state with this one. */}
        <FeedFrame key={page.initial.feed} {...page} />
      </HydrationBoundary>
    </FilterSeedProvider>
  );
}

type FrameProps<R> = Omit<FeedPageProps, "state" | "seed"> & { kind: FeedKind<R> };

/** Lays out the page: filters at the left, the rows in the middle, one record at the right. */
function FeedFrame<R>({ kind, columns, ...page }: FrameProps<R>) {
  const view = useFeedPageView<R>(page);
  const [dialog, setDialog] = useState<"filters" | "keys">();
  const table = useRef<DataTableHandle>(null);
  const sheet = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const { open, status, query, setQuery } = view;
  const feedRows = useFeedRows(kind, view, columns);
  const { rows, order, starMessage } = feedRows;
  const owned = useMemo(() => rows.filter(({ preview }) => preview === undefined), [rows]);
  const opened = useOpenRow(view, feedRows, sheet);
  const empty = status === "ready" && view.listed.length === 0 && !view.hasMore && view.next === undefined;

  function closeSheet(): boolean {
    if (open === undefined) return false;
    const inside = sheet.current?.contains(document.activeElement) ?? false;
    view.setOpen(undefined);
    if (inside) requestAnimationFrame(() => table.current?.focus());
    return true;
  }

  function clearSelection(): boolean {
    const { keys, byTap, clear } = feedRows.selection;
    if (keys.size === 0 && !byTap) return false;
    clear();
    // The actions of the selection leave with it, and may have the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) table.current?.focus();
    });
    return true;
  }

  useActingView({
    feed: view.feed,
    query,
    rows: owned,
    setQuery,
    setOpen: view.setOpen,
    listKeys: () => setDialog("keys"),
  });
  useFeedKeys({
    move: (by) => table.current?.move(by),
    filters: () => {
      const first = panel.current?.querySelector<HTMLElement>("[data-facets] button");
      if (first && first.getClientRects().length > 0) first.focus();
      else setDialog("filters");
    },
    list: () => setDialog("keys"),
    search: () => search.current?.focus(),
    select: () => table.current?.select(),
    star: () => table.current?.mark(),
    close: () => closeSheet() || clearSelection(),
  });

  const foot = (visible: { first: number; last: number } | undefined) => (
    <Foot
      visible={visible}
      open={opened.place}
      loaded={rows.length}
      newestFirst={order.newestFirst}
      onKeys={() => setDialog("keys")}
      onGo={(index) => table.current?.goTo(index)}
    />
  );

  return (
    <FeedViewContext value={view}>
      <ShownRows value={feedRows}>
        <div
          className="group/feed relative grid h-full grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[var(--bar-top)_minmax(0,1fr)] max-tablet:grid-rows-[52px_minmax(0,1fr)_64px] print:block"
          data-sheet={open === undefined ? undefined : "open"}
        >
          <FeedHeader search={search} onLeaveSearch={() => table.current?.focus()} />
          <aside
            className="col-start-1 row-start-2 min-h-0 w-panel border-r border-line-strong bg-surface-side print:hidden max-panel:hidden max-wide:group-data-sheet/feed:hidden"
            ref={panel}
            aria-label="Filters"
          >
            {/* Phones have the filters in a drawer. */}
            <WideOnly>
              <FilterPanel />
            </WideOnly>
          </aside>
          <section
            className="@container/main col-start-2 row-start-2 flex min-h-0 min-w-0 flex-col print:block"
            aria-label={kind.title}
          >
            <ResultHeader onFilters={() => setDialog("filters")} empty={empty} />
            {empty ? (
              <>
                <LazyEmpty noun={kind.noun} />
                {foot(undefined)}
              </>
            ) : (
              <DataTable
                ref={table}
                label={kind.title}
                {...feedRows.tableProps}
                total={countLines(view, feedRows)}
                view={[`${view.feed}?${view.canonical}`, order.text].filter(Boolean).join(" ")}
                open={open}
                onOpen={opened.openRow}
                onCursor={(row) => {
                  if (open !== undefined) view.setOpen(row.key);
                }}
                first={feedRows.first}
                count={feedRows.count}
                canLoad={view.error === undefined && !view.offline && feedRows.complete}
                hasMore={view.hasMore}
                onReach={feedRows.hides ? view.loadMore : view.loadAround}
                stale={status === "loading" && rows.length > 0}
                busy={status === "loading" || view.loadingMore || view.reordering}
                skeletonRows={countSkeletonRows(view)}
                after={<AfterRows />}
                foot={foot}
              />
            )}
          </section>
          {open !== undefined && <OpenSheet ref={sheet} opened={opened} onClose={closeSheet} />}
          <Dock onFilters={() => setDialog("filters")} />
          {dialog === "filters" && <LazyFilterDrawer onClose={() => setDialog(undefined)} />}
          {dialog === "keys" && <LazyKeysDialog onClose={() => setDialog(undefined)} />}
          <p className="sr-only" data-testid="feed-announcement" role="status">
            {announcement(view)}
            {order.sorted && `, ${order.sorted}`}
            {starMessage && `, ${starMessage}`}
            {openRowText(opened.place)}
          </p>
        </div>
      </ShownRows>
    </FeedViewContext>
  );
}

/** Keeps the filters and the next purchase within reach of a thumb on phones. */
function Dock({ onFilters }: { onFilters: () => void }) {
  if (!useCards()) return null;
  return (
    <div
      className="relative col-span-full row-start-3 hidden items-center gap-2 border-t border-line-strong bg-surface px-gutter max-tablet:flex print:hidden"
      data-testid="feed-dock"
      data-touch=""
    >
      <FilterButton onOpen={onFilters} className="only:flex-1" />
      <ShowNext className="grow basis-0" />
    </div>
  );
}
