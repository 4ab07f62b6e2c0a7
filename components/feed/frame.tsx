"use client";

import { Suspense, useMemo, useRef, useState } from "react";
import { FilterChips } from "@/components/filters/filter-chips";
import { FilterPanel } from "@/components/filters/filter-panel";
import { FilterStateProvider } from "@/components/filters/filter-state";
import { DensityControl } from "@/components/shell/controls";
import { Menu } from "@/components/shell/menu";
import { SmallMeter } from "@/components/shell/meter";
import { usePreferences } from "@/components/shell/preferences-provider";
import { useRowHeight } from "@/components/table/row-height";
import { type TableHandle, VirtualTable } from "@/components/table/table";
import { useFeedView } from "@/lib/client/feed-view";
import { useLoadAllRun } from "@/lib/client/load-all-run";
import { useActingView } from "@/lib/client/palette";
import { FEEDS } from "@/lib/contract/feeds";
import { activeFilters } from "@/lib/filters/edit";
import { AfterRows } from "./after-rows";
import { ChartStrip } from "./chart-strip";
import { ColumnsButton } from "./columns-button";
import { Dock } from "./dock";
import { FilterButton } from "./filter-button";
import { Foot } from "./foot";
import type { FeedKind, FeedRow } from "./kind";
import { LazyEmpty, LazyFilterDrawer, LazyKeysDialog, LazySheet, LazySheetMissing } from "./lazy";
import { LoadButton } from "./load-button";
import { LookLine, useLookedRows } from "./look-line";
import { useOwnColumns } from "./own-columns";
import { Problems } from "./problems";
import { RefreshOffer } from "./refresh-offer";
import { ResultLine } from "./result-line";
import { RowState } from "./row-state";
import { SearchBox } from "./search-box";
import { SelectionProvider, useSelection } from "./selection";
import { SheetRow } from "./sheet-row";
import { StatusBanner } from "./status-banner";
import { announcement, ghostsOf, nextPageSize, resultParts } from "./summary";
import { BarTools } from "./tools/bar-tools";
import { LoadAllButton, StopTag } from "./tools/load-all";
import { useViewVisits, ViewName } from "./tools/save-view";
import { useFeedKeys } from "./use-feed-keys";
import { useRowOrder } from "./use-row-order";
import { useRowSearch } from "./use-row-search";

const keyOf = (row: FeedRow<unknown>) => row.key;

interface Props<R> {
  kind: FeedKind<R>;
  note: string | undefined;
  /** The text of the person's own columns. */
  columns: string | undefined;
}

/** The page of a feed: filters at the left, what they find in the middle, one record at the right. */
export function FeedFrame<R>(props: Props<R>) {
  return (
    <SelectionProvider>
      <Frame {...props} />
    </SelectionProvider>
  );
}

function Frame<R>({ kind, note, columns }: Props<R>) {
  const view = useFeedView<R>();
  const { density, keys } = usePreferences();
  const rowHeight = useRowHeight(density);
  const [dialog, setDialog] = useState<"filters" | "keys">();
  const table = useRef<TableHandle>(null);
  const sheet = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const looked = useLookedRows<R>();
  const { open, status, brake, query, setQuery } = view;
  const feed = FEEDS[view.feed];
  const own = useOwnColumns(view.feed, kind.columns, columns);
  const { found, box } = useRowSearch(looked, kind.parties);
  const { rows, order, sorted, sort } = useRowOrder(kind, found, query);
  const selection = useSelection();
  const { owned, autoLoad } = view;
  // Until what is owned has been read, it is at least what is shown.
  const records = useMemo(
    () => (owned.length > 0 ? owned : looked).map((one: { record: unknown }) => one.record),
    [owned, looked],
  );
  const { on, offBelow, set } = autoLoad;
  const ownedOnly = status === "owned";
  const filterState = useMemo(
    () => ({ feed, query, setQuery, records, autoLoad: { on, offBelow, set }, ownedOnly }),
    [feed, query, setQuery, records, on, offBelow, set, ownedOnly],
  );
  const place = useMemo(() => {
    const index = open === undefined ? -1 : rows.findIndex((row) => row.key === open);
    return index < 0 ? undefined : index;
  }, [rows, open]);
  const shown = place === undefined ? view.openOwned : rows[place];
  const next = nextPageSize(view);
  const run = useLoadAllRun(view.feed, view.canonical);
  const columnIds = useMemo(() => kind.columns.map((column) => column.id), [kind]);
  const filters = activeFilters(feed, query).length;
  const canLoad = !view.loadingMore && !view.offline && view.error === undefined;
  const offersMore =
    status === "ready" && view.hasMore && !brake.paused && view.error === undefined && view.cut === undefined;
  const empty = status === "ready" && view.rows.length === 0 && !view.hasMore;
  // Above owned rows that may be many; without rows the button that stands in their place is enough.
  const offersFirst = status === "unbought" && rows.length > 0;
  const keepsButton = offersMore || offersFirst || status === "loading" || status === "resting";
  const end = offersFirst ? "order and first button" : keepsButton ? "order and button" : `order ${status}`;
  const load = () => view.loadMore("button");

  function closeSheet(): boolean {
    if (open === undefined) return false;
    const inside = sheet.current?.contains(document.activeElement) ?? false;
    view.setOpen(undefined);
    if (inside) requestAnimationFrame(() => table.current?.focus());
    return true;
  }

  function openRow(row: FeedRow<R>) {
    if (row.key === open) sheet.current?.focus();
    else view.setOpen(row.key);
  }

  function step(by: number) {
    const row = place === undefined ? undefined : rows[place + by];
    if (row !== undefined) view.setOpen(row.key);
  }

  useActingView({ feed: view.feed, query, rows, setQuery, setOpen: view.setOpen, listKeys: () => setDialog("keys") });
  useViewVisits();
  useFeedKeys({
    letters: keys === "on",
    move: (by) => table.current?.move(by),
    filters: () => {
      const first = panel.current?.querySelector<HTMLElement>("[data-facets] button");
      if (first && first.getClientRects().length > 0) first.focus();
      else setDialog("filters");
    },
    list: () => setDialog("keys"),
    search: () => search.current?.focus(),
    select: () => table.current?.select(),
    close: closeSheet,
  });

  return (
    <FilterStateProvider value={filterState}>
      <div className="feed" data-sheet={open === undefined ? undefined : "open"}>
        <header className="feed-bar">
          <Menu note={note} />
          <h1>{kind.title}</h1>
          <ViewName />
          <div className="feed-bar-end">
            <SmallMeter />
            <SearchBox {...box} ref={search} />
            <BarTools columns={columnIds} />
            <div className="feed-density">
              <DensityControl />
            </div>
            <div className="feed-columns">
              <ColumnsButton columns={kind.columns} own={own} />
            </div>
          </div>
        </header>
        <aside className="feed-panel" ref={panel} aria-label="Filters">
          <FilterPanel />
        </aside>
        <section className="feed-main" aria-label={kind.title}>
          <div className="feed-chips" data-none={filters === 0 || undefined}>
            <div className="feed-chips-filters">
              <FilterButton number={filters} onOpen={() => setDialog("filters")} />
            </div>
            {filters === 0 ? (
              <p className="text-12 text-text-3">No filters</p>
            ) : (
              <FilterChips narrow={open !== undefined} />
            )}
          </div>
          <ResultLine
            {...resultParts(view)}
            also={<RowState sorted={sorted} typed={box.typed} found={found.length} />}
            end={`${end} ${status} ${run === undefined}`}
          >
            <RefreshOffer className="feed-refresh-wide" />
            {ownedOnly && <strong>Owned only</strong>}
            {kind.Order === undefined ? <span className="feed-order">{kind.orderWords}</span> : <kind.Order />}
            {run !== undefined && <StopTag run={run} />}
            {run === undefined && keepsButton && (
              <>
                <span className="feed-all-wide">
                  <LoadAllButton />
                </span>
                <LoadButton
                  next={next}
                  more={!offersFirst}
                  disabled={!canLoad}
                  onLoad={load}
                  className={offersMore || offersFirst ? "" : "invisible"}
                />
              </>
            )}
          </ResultLine>
          <Problems />
          <LookLine />
          <StatusBanner next={next} />
          {!empty && <ChartStrip />}
          {empty ? (
            <>
              <Suspense fallback={<div className="feed-empty" />}>
                <LazyEmpty noun={kind.noun} />
              </Suspense>
              <Foot
                visible={undefined}
                open={undefined}
                loaded={0}
                owned={false}
                note={note}
                onKeys={() => setDialog("keys")}
              />
            </>
          ) : (
            <VirtualTable
              // Without rows there is nothing to keep: the table is made anew in its place for every state.
              key={rows.length === 0 ? `${view.canonical} ${status}` : view.canonical}
              ref={table}
              label={kind.title}
              columns={kind.columns}
              choice={own.choice}
              order={order}
              onSort={sort}
              onResize={own.resize}
              rows={rows}
              keyOf={keyOf}
              total={view.total ?? (view.hasMore || status !== "ready" ? undefined : rows.length)}
              rowHeight={rowHeight}
              memory={`${view.feed}?${view.canonical}`}
              open={place}
              onOpen={openRow}
              onCursor={(row) => {
                if (open !== undefined) view.setOpen(row.key);
              }}
              selected={selection.keys}
              onSelect={(row) => selection.toggle(row.key)}
              // What is found among few rows says nothing about how far somebody has scrolled.
              canMore={offersMore && canLoad && found === view.rows}
              onMore={view.loadMore}
              busy={status === "loading" || view.loadingMore}
              ghosts={ghostsOf(view, next)}
              after={<AfterRows next={next} />}
              foot={(visible) => (
                <Foot
                  visible={visible}
                  open={place}
                  loaded={rows.length}
                  owned={view.showsOwned}
                  note={note}
                  onKeys={() => setDialog("keys")}
                />
              )}
            />
          )}
        </section>
        {open !== undefined && (
          // Its place is kept while it comes.
          <Suspense fallback={<aside className="sheet" />}>
            <LazySheet
              key={kind.title}
              ref={sheet}
              title={kind.one}
              place={place}
              loaded={rows.length}
              onStep={step}
              onClose={closeSheet}
            >
              {shown === undefined ? (
                status !== "loading" && <LazySheetMissing />
              ) : (
                <Suspense>
                  <SheetRow value={shown}>
                    <kind.Sheet key={shown.key} record={shown.record} heldAt={shown.heldAt} />
                  </SheetRow>
                </Suspense>
              )}
            </LazySheet>
          </Suspense>
        )}
        <Dock filters={filters} onFilters={() => setDialog("filters")} next={next} />
        <Suspense>
          {dialog === "filters" && <LazyFilterDrawer onClose={() => setDialog(undefined)} />}
          {dialog === "keys" && <LazyKeysDialog onClose={() => setDialog(undefined)} />}
        </Suspense>
        <p className="sr-only" role="status">
          {announcement(view)}
          {sorted && `, ${sorted}`}
        </p>
      </div>
    </FilterStateProvider>
  );
}
