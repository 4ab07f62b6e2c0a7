"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useVisibleRows } from "@/components/ui/use-visible-rows";
import { positionToShow } from "@/components/ui/visible-rows";
import { type Column, trackProperties } from "./columns";
import { GhostRows } from "./ghost-rows";
import { TableHead } from "./head";
import { MemoRow } from "./row";
import { useOwnScroll } from "./use-own-scroll";
import { useScrollMemory } from "./use-scroll-memory";

export interface TableHandle {
  /** Moves the cursor by that many rows and puts the focus on it; down from the last row asks for more. */
  move: (by: number) => void;
  /** Puts the focus on the cursor's row without scrolling. */
  focus: () => void;
}

interface Props<Row> {
  ref?: Ref<TableHandle>;
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** How many rows there are in all; unknown when absent. */
  total: number | undefined;
  rowHeight: number;
  /** Key under which the scroll position survives going back. */
  memory: string;
  /** Index of the row whose sheet is open. */
  open: number | undefined;
  onOpen: (row: Row) => void;
  /** The cursor was moved by a key. */
  onCursor: (row: Row) => void;
  /** Whether the person's scroll or key may ask for the next page now. */
  canMore: boolean;
  onMore: (by: "scroll" | "key") => void;
  busy: boolean;
  /** Rows to show as ghosts below the last one. */
  ghosts: number;
  /** What stands below the rows: the brake, the priced button, the reason why they end. */
  after?: ReactNode;
  /** The line below the table, given the first and last row in view, counted from 1; absent until it was measured. */
  foot: (visible: { first: number; last: number } | undefined) => ReactNode;
}

const HEAD = 28;
/** The next page is asked for when fewer rows than this are left below the window. */
const NEAR_END = 6;

export function VirtualTable<Row>(props: Props<Row>) {
  const { columns, rows, keyOf, rowHeight, open, onOpen, onCursor, canMore, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(0);
  const last = rows.length - 1;
  const cursor = Math.max(0, Math.min(open ?? own, last));

  const { render, inView } = useVisibleRows(scroller, {
    count: rows.length,
    rowHeight,
    head: HEAD,
    overscan: 8,
    firstHeight: 1100,
  });
  const indexes = Array.from({ length: render.end - render.first }, (_, offset) => render.first + offset);
  // The cursor's row stays in the document, or the focus would be lost by scrolling away from it.
  if (cursor < render.first) indexes.unshift(cursor);
  else if (cursor >= render.end && cursor <= last) indexes.push(cursor);

  useScrollMemory(scroller, props.memory);
  useOwnScroll(scroller, (element) => {
    const below = HEAD + rows.length * rowHeight - element.scrollTop - element.clientHeight;
    if (!canMore || rows.length === 0 || below > NEAR_END * rowHeight) return false;
    onMore("scroll");
    return true;
  });

  function focusRow(index: number) {
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  function moveTo(wanted: number) {
    if (wanted > last && cursor === last && canMore) onMore("key");
    const index = Math.max(0, Math.min(wanted, last));
    const row = rows[index];
    if (row === undefined) return;
    flushSync(() => {
      setOwn(index);
      if (index !== cursor) onCursor(row);
    });
    const element = scroller.current;
    if (element !== null) {
      const height = element.clientHeight - HEAD;
      element.scrollTop = positionToShow(index, element.scrollTop, height, rowHeight);
    }
    focusRow(index);
  }

  useImperativeHandle(props.ref, () => ({ move: (by) => moveTo(cursor + by), focus: () => focusRow(cursor) }));

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / rowHeight) - 1);
    const row = rows[cursor];
    switch (event.key) {
      case "ArrowDown":
        moveTo(cursor + 1);
        break;
      case "ArrowUp":
        moveTo(cursor - 1);
        break;
      case "PageDown":
        moveTo(cursor === last ? last + 1 : Math.min(last, cursor + page));
        break;
      case "PageUp":
        moveTo(cursor - page);
        break;
      case "Home":
        moveTo(0);
        break;
      case "End":
        moveTo(last);
        break;
      case "Enter":
      case " ":
        if (row !== undefined) onOpen(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  function onClick(event: MouseEvent) {
    const index = Number(
      event.target instanceof Element && event.target.closest("[data-index]")?.getAttribute("data-index"),
    );
    const row = rows[index];
    // A press that marked text was meant to copy it.
    if (row === undefined || window.getSelection()?.isCollapsed === false) return;
    setOwn(index);
    onOpen(row);
  }

  return (
    <>
      <div className="vtable">
        <div className="vtable-scroll" ref={scroller}>
          {/* biome-ignore lint/a11y/useSemanticElements: a grid of placed rows, see the row */}
          <div
            className="vtable-grid"
            role="grid"
            aria-label={props.label}
            aria-rowcount={props.total === undefined ? -1 : props.total + 1}
            aria-busy={props.busy}
            style={trackProperties(columns)}
            onKeyDown={onKeyDown}
            onClick={onClick}
          >
            <TableHead columns={columns} />
            {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
            <div className="vtable-rows" role="rowgroup" style={{ height: `calc(var(--row) * ${rows.length})` }}>
              {indexes.map((index) => {
                const row = rows[index];
                return row === undefined ? null : (
                  <MemoRow
                    key={keyOf(row)}
                    row={row}
                    columns={columns}
                    index={index}
                    cursor={index === cursor}
                    open={index === open}
                  />
                );
              })}
            </div>
          </div>
          {props.after}
          {props.ghosts > 0 && (
            <div style={trackProperties(columns)}>
              <GhostRows columns={columns} number={props.ghosts} />
            </div>
          )}
        </div>
      </div>
      {props.foot(inView)}
    </>
  );
}
