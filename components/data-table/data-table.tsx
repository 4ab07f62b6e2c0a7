import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/lib/cn";
import { getColumnSlots, getVisibleSlots, trackProperties } from "./columns/column-slots";
import type { DataTableInstance, TableRow } from "./columns/columns";
import { DataTableHeader } from "./data-table-header";
import { DataTableGroupRow, DataTableRow } from "./data-table-row";
import { DataTablePlaceholder, DataTableSkeleton } from "./data-table-skeleton";
import { rowKeys } from "./row-models";
import { type CursorProps, useCursor } from "./use-cursor";
import { linesFrom, useRowWindow } from "./window/use-row-window";
import { useScrollMemory } from "./window/use-scroll-memory";
import { useShape } from "./window/use-shape";

interface Props<Row extends TableRow> extends CursorProps<Row> {
  label: string;
  table: DataTableInstance;
  collapsed: ReadonlySet<string>;
  /** Counts all rows of a row's group; undefined where only the loaded ones are known. */
  countGroup: (row: Row) => number | undefined;
  /** It is true when a person chose the columns; otherwise the width decides. */
  own: boolean;
  total: number | undefined;
  busy: boolean;
  /** The rows are about to be replaced by those of another query. */
  stale: boolean;
  /** This many placeholder rows follow the last row, where the number of all is not known. */
  skeletonRows: number;
  /** Further rows may be loaded now. */
  canLoad: boolean;
  /** Rows follow the last item. */
  hasMore: boolean;
  /** A person comes to a line that is not loaded. */
  onReach: (line: number) => void;
  /** Another line, counted from 1, is the first in view; undefined until it was measured. */
  onTop: (line: number | undefined) => void;
  /** The priced button, or the reason why the rows end, stands below the rows. */
  after?: ReactNode;
  /**
   * The line below the table is given the first and last row in view, counted from 1; they are absent until they were
   * measured.
   */
  foot: (visible: { first: number; last: number } | undefined) => ReactNode;
}

/** Paper gets the loaded rows from the first one on, at most this many. */
const MOST_PRINTED = 500;
/** More rows are requested this many rows before the end of the loaded ones. */
const AHEAD = 40;
/** More rows are requested this many ms after the rows that are there, so that these are painted first. */
const PAINT_MS = 100;
/** The rows of another place are requested once the scrollbar has stood still for some frames (ms). */
const REST_MS = 40;

export function DataTable<Row extends TableRow>(props: Props<Row>) {
  const { table, view, own, items, first, count, rowHeight, onSelect, selected, onReach, onTop } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shape = useShape(frame);
  // Widths are left out, so that no row is rendered again while one is changed.
  const shown = `${own} ${table.getVisibleLeafColumns().map((column) => `${column.id}${column.getIsPinned()}`)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what matters of the table
  const all = useMemo(() => getColumnSlots(table, own), [shown]);
  const slots = useMemo(() => getVisibleSlots(all, shape), [all, shape]);

  const selectedRows = useMemo(
    () => (selected.size === 0 ? false : rowKeys(items).every((key) => selected.has(key)) || "some"),
    [items, selected],
  );

  const sorted = `${all.map(({ column }) => `${column.getIsSorted()}${column.getSortIndex()}`)}`;
  // The table is another object in each render, and each counted number or scrolled line renders it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sorted` is what matters of the table
  const header = useMemo(
    () => (
      <DataTableHeader
        table={table}
        slots={slots}
        cards={shape === "card"}
        selected={selectedRows}
        onSelectAll={() => onSelect(rowKeys(items), selectedRows !== true)}
      />
    ),
    [slots, sorted, shape, selectedRows, items, onSelect],
  );

  const rows = useRowWindow(scroller, count, rowHeight);
  const isPrinting = usePrinting();
  const { inView, placement, VirtualWindow } = rows;
  const indexes = isPrinting ? linesFrom(first, Math.min(items.length, MOST_PRINTED)) : rows.indexes;
  const { cursor, opened, onKeyDown, onClick } = useCursor(props, scroller, rows.factor);
  // The cursor's row stays in the document, because scrolling away from it would lose the focus.
  if (!isPrinting && !indexes.includes(cursor) && cursor < count) indexes.push(cursor);

  useScrollMemory(scroller, view);

  const top = inView?.first;
  useEffect(() => onTop(top), [onTop, top]);

  const reached = props.canLoad && !props.busy ? findReached(props, inView) : undefined;
  useEffect(() => {
    if (reached === undefined) return;
    const isLoaded = reached >= first - 1 && reached <= first + items.length;
    const timer = setTimeout(onReach, isLoaded ? PAINT_MS : REST_MS, reached);
    return () => clearTimeout(timer);
  }, [reached, onReach, first, items.length]);

  return (
    <>
      <div
        className="@container/table relative min-h-0 flex-1"
        data-table=""
        data-testid="feed-table"
        ref={frame}
        data-own={own ? "" : undefined}
        data-selecting={props.selectsByTap ? "" : undefined}
      >
        <div
          className="absolute inset-0 print:static print:overflow-visible! overflow-x-hidden overflow-y-auto overscroll-contain in-data-own:tablet:overflow-x-auto"
          data-testid="table-scroll"
          ref={scroller}
        >
          <div className="in-data-own:tablet:min-w-(--own-width)" data-columns="" style={trackProperties(table, own)}>
            {/* It has no box, so that the header stays at the top while anything is scrolled. */}
            {/* biome-ignore lint/a11y/useSemanticElements: a grid of placed rows, see the row */}
            <div
              className="contents"
              role="grid"
              aria-label={props.label}
              aria-rowcount={props.total === undefined ? -1 : props.total + 1}
              aria-multiselectable="true"
              aria-busy={props.busy}
              onKeyDown={onKeyDown}
              onClick={onClick}
              onMouseDown={(event) => {
                // Shift selects rows here instead of text.
                if (event.shiftKey) event.preventDefault();
              }}
            >
              {header}
              {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
              <div
                className={cn(
                  "relative [contain:layout_style] print:h-auto! print:[contain:none]",
                  // A fast response changes the rows before they fade.
                  props.stale && "opacity-60 transition-opacity delay-150 duration-100",
                )}
                role="rowgroup"
                style={rows.factor === 1 ? { height: `calc(var(--row) * ${count})` } : { height: rows.height }}
              >
                {indexes.map((index) => {
                  const item = items[index - first];
                  const at = { index, ...placement, cursor: index === cursor };
                  if (item === undefined) return <DataTablePlaceholder key={index} slots={slots} {...at} />;
                  if (item.getIsGrouped())
                    return (
                      <DataTableGroupRow
                        key={item.id}
                        group={item}
                        table={table}
                        slot={all.find(({ column }) => column.getIsGrouped())}
                        collapsed={props.collapsed.has(item.id)}
                        total={props.countGroup(item.original)}
                        {...at}
                      />
                    );
                  return (
                    <DataTableRow
                      key={item.original.reference ?? item.id}
                      row={item.original}
                      slots={slots}
                      {...at}
                      open={index === opened}
                      selected={selected.has(item.id)}
                      marked={props.marked(item.original)}
                    />
                  );
                })}
              </div>
            </div>
            <div className="in-data-own:tablet:sticky in-data-own:tablet:left-0 in-data-own:tablet:w-[100cqw]">
              {props.after}
            </div>
            {props.skeletonRows > 0 && <DataTableSkeleton slots={all} shown={slots} rows={props.skeletonRows} />}
          </div>
        </div>
      </div>
      {/* It follows the element that it measures, which is then in the document before its effects run. */}
      {VirtualWindow !== undefined && <VirtualWindow {...rows.windowProps} />}
      {props.foot(inView)}
    </>
  );
}

/** Returns a line that is not loaded and that a person sees, or comes close to by scrolling. */
function findReached(
  { items, first, hasMore }: Pick<Props<TableRow>, "items" | "first" | "hasMore">,
  inView: { first: number; last: number } | undefined,
): number | undefined {
  // All loaded rows may be hidden.
  if (items.length === 0) return hasMore ? first : undefined;
  if (inView === undefined) return undefined;
  const [top, bottom, end] = [inView.first - 1, inView.last - 1, first + items.length];
  if (bottom < first - AHEAD || top > end + AHEAD) return top;
  if (hasMore && bottom >= end - AHEAD) return end;
  return first > 0 && top < first + AHEAD ? first - 1 : undefined;
}

/** Returns true from before the browser lays the page out for paper until it is done. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the document as it is when the event ends.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
