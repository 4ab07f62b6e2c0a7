"use client";

import { Suspense, useMemo, useRef, useState } from "react";
import { FilterChips } from "@/components/filters/filter-chips";
import { FilterPanel } from "@/components/filters/filter-panel";
import { FilterStateProvider } from "@/components/filters/filter-state";
import { usePreferences } from "@/components/shell/preferences-provider";
import { useRowHeight } from "@/components/table/row-height";
import { type TableHandle, VirtualTable } from "@/components/table/table";
import { useFeedView } from "@/lib/client/feed-view";
import { useActingView } from "@/lib/client/palette";
import { type Opening, useSavedMatch } from "@/lib/client/saved/saved-context";
import { FEEDS } from "@/lib/contract/feeds";
import { activeFilters } from "@/lib/filters/edit";
import { ChartStrip } from "./charts/chart-strip";
import { ColumnsButton } from "./columns/columns-button";
import { useOwnColumns } from "./columns/own-columns";
import { Dock } from "./dock";
import { FeedBar } from "./feed-bar";
import { FilterButton } from "./filter-button";
import { Foot } from "./foot";
import type { FeedKind, FeedRow } from "./kind";
import { LazyEmpty, LazyFilterDrawer, LazyKeysDialog, LazyViewNote } from "./lazy";
import { getNextAction } from "./next-action";
import { NewRowsLine, useNewRows } from "./rows/new-rows-line";
import { ResultBar } from "./rows/result-bar";
import { RowState } from "./rows/row-state";
import { SearchBox } from "./rows/search-box";
import { SelectionProvider, useSelection } from "./rows/selection";
import { useRowOrder } from "./rows/use-row-order";
import { useRowSearch } from "./rows/use-row-search";
import { useStars } from "./rows/use-stars";
import { OpenSheet } from "./sheet/open-sheet";
import { AfterRows } from "./states/after-rows";
import { Problems } from "./states/problems";
import { StatusBanner } from "./states/status-banner";
import { announcement, ghostsOf, nextPageSize } from "./summary";
import { BarTools } from "./tools/bar-tools";
import { useViewVisits, viewWords } from "./tools/save-view";
import { useFeedKeys } from "./use-feed-keys";

const keyOf = (row: FeedRow<unknown>) => row.key;

interface Props<R> {
  kind: FeedKind<R>;
  note: string | undefined;
  /** The text of the person's own columns. */
  columns: string | undefined;
  opening: Opening;
}

/** The page of a feed: filters at the left, what they find in the middle, one record at the right. */
export function FeedFrame<R>(props: Props<R>) {
  return (
    <SelectionProvider>
      <Frame {...props} />
    </SelectionProvider>
  );
}

function Frame<R>({ kind, note, columns, opening }: Props<R>) {
  const view = useFeedView<R>();
  const { density, keys } = usePreferences();
  const rowHeight = useRowHeight(density);
  const [dialog, setDialog] = useState<"filters" | "keys">();
  const table = useRef<TableHandle>(null);
  const sheet = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const newRows = useNewRows<R>();
  const { open, status, query, setQuery } = view;
  const feed = FEEDS[view.feed];
  const { opened, saved } = useSavedMatch(opening, view.canonical);
  const own = useOwnColumns(view.feed, kind.columns, columns, opened);
  const { found, box } = useRowSearch(newRows, kind.parties);
  const { rows, order, sorted, sort, ...ordering } = useRowOrder(kind, found, query, opened);
  const screen = { columns: own.text, sort: ordering.text };
  const selection = useSelection();
  const { announcement: starMessage, ...stars } = useStars(kind.company);
  const { purchased, autoLoad } = view;
  // Until what is owned has been read, it is at least what is shown.
  const records = useMemo(
    () => (purchased.length > 0 ? purchased : newRows).map((one: { record: unknown }) => one.record),
    [purchased, newRows],
  );
  const { on, offBelow, set } = autoLoad;
  const ownedOnly = status === "owned";
  const filterState = useMemo(
    () => ({ feed, query, setQuery, records, autoLoad: { on, offBelow, set }, ownedOnly }),
    [feed, query, setQuery, records, on, offBelow, set, ownedOnly],
  );
  const position = useMemo(() => {
    const index = open === undefined ? -1 : rows.findIndex((row) => row.key === open);
    return index < 0 ? undefined : index;
  }, [rows, open]);
  const shown = position === undefined ? view.openPurchased : rows[position];
  const next = nextPageSize(view);
  const columnIds = useMemo(() => kind.columns.map((column) => column.id), [kind]);
  const filters = activeFilters(feed, query).length;
  const nextAction = getNextAction(view, rows.length);
  const empty = status === "ready" && view.rows.length === 0 && !view.hasMore;

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
    const row = position === undefined ? undefined : rows[position + by];
    if (row !== undefined) view.setOpen(row.key);
  }

  useActingView({ feed: view.feed, query, rows, setQuery, setOpen: view.setOpen, listKeys: () => setDialog("keys") });
  useViewVisits();
  useFeedKeys({
    letters: keys === "on",
    move: (by, repeated) => table.current?.move(by, repeated),
    filters: () => {
      const first = panel.current?.querySelector<HTMLElement>("[data-facets] button");
      if (first && first.getClientRects().length > 0) first.focus();
      else setDialog("filters");
    },
    list: () => setDialog("keys"),
    search: () => search.current?.focus(),
    select: () => table.current?.select(),
    star: () => table.current?.mark(),
    close: closeSheet,
  });

  const foot = (visible: { first: number; last: number } | undefined) => (
    <Foot
      visible={visible}
      open={position}
      loaded={rows.length}
      purchased={view.showsPurchased}
      note={note}
      onKeys={() => setDialog("keys")}
    />
  );

  return (
    <FilterStateProvider value={filterState}>
      <div className="feed" data-sheet={open === undefined ? undefined : "open"}>
        <FeedBar title={kind.title} note={note} view={saved && viewWords(saved, screen)}>
          <SearchBox {...box} ref={search} />
          <BarTools
            columns={columnIds}
            saved={saved}
            screen={screen}
            restore={(savedView) => {
              own.restore(savedView.columns);
              ordering.restore(savedView.sort);
            }}
          >
            <ColumnsButton columns={kind.columns} own={own} />
          </BarTools>
        </FeedBar>
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
          <ResultBar
            kind={kind}
            nextAction={nextAction}
            next={next}
            also={<RowState sorted={sorted} typed={box.typed} found={found.length} announcement={starMessage} />}
          />
          <Problems />
          <Suspense>
            {(opened?.columns || opened?.sort) && <LazyViewNote view={opened} columns={kind.columns} />}
          </Suspense>
          <NewRowsLine />
          <Suspense>
            <StatusBanner next={next} />
          </Suspense>
          {!empty && <ChartStrip />}
          {empty ? (
            <>
              <Suspense fallback={<div className="feed-empty" />}>
                <LazyEmpty noun={kind.noun} />
              </Suspense>
              {foot(undefined)}
            </>
          ) : (
            <VirtualTable
              // Without rows there is nothing to keep: the table is remounted for every state.
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
              open={position}
              onOpen={openRow}
              onCursor={(row) => {
                if (open !== undefined) view.setOpen(row.key);
              }}
              selected={selection.keys}
              onSelect={(row) => selection.toggle(row.key)}
              {...stars}
              // What is found among few rows says nothing about how far somebody has scrolled.
              canMore={nextAction.offersMore && nextAction.canLoad && found === view.rows}
              onMore={view.loadMore}
              busy={status === "loading" || view.loadingMore}
              ghosts={ghostsOf(view, next)}
              after={<AfterRows next={next} />}
              foot={foot}
            />
          )}
        </section>
        {open !== undefined && (
          <OpenSheet
            kind={kind}
            ref={sheet}
            shown={shown}
            position={position}
            loaded={rows.length}
            onStep={step}
            onClose={closeSheet}
          />
        )}
        <Dock filters={filters} onFilters={() => setDialog("filters")} next={next} />
        <Suspense>
          {dialog === "filters" && <LazyFilterDrawer onClose={() => setDialog(undefined)} />}
          {dialog === "keys" && <LazyKeysDialog onClose={() => setDialog(undefined)} />}
        </Suspense>
        <p className="sr-only" role="status">
          {announcement(view)}
          {sorted && `, ${sorted}`}
          {starMessage && `, ${starMessage}`}
        </p>
      </div>
    </FilterStateProvider>
  );
}
