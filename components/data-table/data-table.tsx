"use client";

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { getColumnSlots, getVisibleSlots, trackProperties } from "./column-slots";
import type { DataTableInstance, TableRow } from "./columns";
import { DataTableHeader } from "./data-table-header";
import { DataTableGroupRow, DataTableRow } from "./data-table-row";
import { DataTableSkeleton } from "./data-table-skeleton";
import { isGroup, rowKeys } from "./group-rows";
import { type CursorProps, useCursor } from "./use-cursor";
import { useRowWindow } from "./use-row-window";
import { useScrollMemory } from "./use-scroll-memory";
import { useShape } from "./use-shape";

interface Props<Row extends TableRow> extends CursorProps<Row> {
  label: string;
  table: DataTableInstance;
  /** True when a person chose the columns; else the width decides. */
  own: boolean;
  /** How many rows there are in all; unknown when absent. */
  total: number | undefined;
  busy: boolean;
  /** Rows to show as placeholders below the last one. */
  ghosts: number;
  /** True when free rows follow, which are requested before the last one is reached. */
  canMore: boolean;
  onMore: () => void;
  /** Stands below the rows: the priced button, or the reason why they end. */
  after?: ReactNode;
  /** The line below the table, given the first and last row in view, counted from 1; absent until it was measured. */
  foot: (visible: { first: number; last: number } | undefined) => ReactNode;
}

/** Rows before the last one at which more are requested. */
const AHEAD = 40;

export function DataTable<Row extends TableRow>(props: Props<Row>) {
  const { table, view, own, items, rowHeight, onSelect, selected, canMore, onMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shape = useShape(frame);
  // Widths are no part of it: while one is changed no row is rendered again.
  const shown = `${own} ${table.getVisibleLeafColumns().map((column) => `${column.id}${column.getIsPinned()}`)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what matters of the table
  const all = useMemo(() => getColumnSlots(table, own), [shown]);
  const slots = useMemo(() => getVisibleSlots(all, shape), [all, shape]);
  const last = items.length - 1;
  const { cursor, opened, onKeyDown, onClick } = useCursor(props, scroller);

  const selectedRows = useMemo(
    () => (selected.size === 0 ? false : rowKeys(items).every((key) => selected.has(key)) || "some"),
    [items, selected],
  );

  const { indexes, inView, VirtualWindow, windowProps } = useRowWindow(scroller, items.length, rowHeight);
  // The cursor's row stays in the document, or the focus would be lost by scrolling away from it.
  if (!indexes.includes(cursor) && cursor <= last) indexes.push(cursor);

  useScrollMemory(scroller, view);

  const nearsEnd = canMore && !props.busy && items.length > 0 && (inView?.last ?? 0) > last - AHEAD;
  useEffect(() => {
    if (nearsEnd) onMore();
  }, [nearsEnd, onMore]);

  return (
    <>
      <div
        className="@container/table relative min-h-0 flex-1"
        data-table=""
        data-testid="feed-table"
        ref={frame}
        data-own={own ? "" : undefined}
      >
        <div
          className="absolute inset-0 overflow-x-hidden overflow-y-auto overscroll-contain in-data-own:tablet:overflow-x-auto"
          data-testid="table-scroll"
          ref={scroller}
        >
          <div className="in-data-own:tablet:min-w-(--own-width)" data-columns="" style={trackProperties(table, own)}>
            {/* Without a box of its own, so that the header stays at the top while anything is scrolled. */}
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
                // Shift selects rows here, and no text.
                if (event.shiftKey) event.preventDefault();
              }}
            >
              <DataTableHeader
                table={table}
                slots={slots}
                cards={shape === "card"}
                selected={selectedRows}
                onSelectAll={() => onSelect(rowKeys(items), selectedRows !== true)}
              />
              {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
              <div
                className="relative [contain:layout_style]"
                role="rowgroup"
                style={{ height: `calc(var(--row) * ${items.length})` }}
              >
                {indexes.map((index) => {
                  const item = items[index];
                  if (item === undefined) return null;
                  if (isGroup(item))
                    return (
                      <DataTableGroupRow
                        key={`group ${item.group}`}
                        group={item}
                        slot={all.find(({ column }) => column.getIsGrouped())}
                        index={index}
                        cursor={index === cursor}
                      />
                    );
                  return (
                    <DataTableRow
                      key={item.slot ?? item.key}
                      row={item}
                      slots={slots}
                      index={index}
                      cursor={index === cursor}
                      open={index === opened}
                      selected={selected.has(item.key)}
                      marked={props.marked(item)}
                    />
                  );
                })}
              </div>
            </div>
            <div className="in-data-own:tablet:sticky in-data-own:tablet:left-0 in-data-own:tablet:w-[100cqw]">
              {props.after}
            </div>
            {props.ghosts > 0 && <DataTableSkeleton slots={all} shown={slots} rows={props.ghosts} />}
          </div>
        </div>
      </div>
      {/* Below what it measures, which is in the document before the effects of this. */}
      {VirtualWindow !== undefined && <VirtualWindow {...windowProps} />}
      {props.foot(inView)}
    </>
  );
}
