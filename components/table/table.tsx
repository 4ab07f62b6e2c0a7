"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useVisibleRows } from "@/components/ui/use-visible-rows";
import { positionToShow } from "@/components/ui/visible-rows";
import type { ColumnChoice } from "./column-choice";
import { getColumnSlots, getVisibleSlots, trackProperties } from "./column-slots";
import type { Column } from "./columns";
import { GhostRows } from "./ghost-rows";
import { type HeadActions, TableHead } from "./head";
import { MemoRow } from "./row";
import { ROW_HEIGHTS } from "./row-height";
import type { RowOrder } from "./row-order";
import { useScrollMemory } from "./use-scroll-memory";
import { useScrollOn } from "./use-scroll-on";
import { useShape } from "./use-shape";

export interface TableHandle {
  /**
   * Moves the cursor by that many rows and puts the focus on it. Down from the last row it asks for more, once the row
   * has been in view and a key is pressed anew; `repeated`: the key is held down.
   */
  move: (by: number, repeated: boolean) => void;
  /** Puts the focus on the cursor's row without scrolling. */
  focus: () => void;
  /** Selects the cursor's row, or no longer. */
  select: () => void;
  /** Marks the cursor's row, or no longer. */
  mark: () => void;
}

interface Props<Row> extends HeadActions {
  ref?: Ref<TableHandle>;
  label: string;
  columns: readonly Column<Row>[];
  /** The columns that a person chose; without a choice the width decides. */
  choice: readonly ColumnChoice[] | undefined;
  /** The order in which the rows are. */
  order: RowOrder | undefined;
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
  selected: ReadonlySet<string>;
  onSelect: (row: Row) => void;
  /** Whether a row is marked; undefined where it cannot be. */
  marked: (row: Row) => boolean | undefined;
  onMark: (row: Row) => void;
  /** Whether the person's scroll or key may request the next page now. */
  canMore: boolean;
  /** `at`: when the hand did it, in ms. */
  onMore: (by: "scroll" | "key", at: number) => void;
  busy: boolean;
  /** Rows to show as ghosts below the last one. */
  ghosts: number;
  /** What is below the rows: the spending limit, the priced button, the reason why they end. */
  after?: ReactNode;
  /** The line below the table, given the first and last row in view, counted from 1; absent until it was measured. */
  foot: (visible: { first: number; last: number } | undefined) => ReactNode;
}

const HEAD = 28;
/** Rows that are rendered beyond each end of the window: scrolling paints them at once, so few are enough. */
const OVERSCAN = 2;
/** A key pressed sooner than this after the last row was reached belongs to the movement that reached it. */
const KEY_PAUSE_MS = 500;
/** Of the one table that a page has: it is made anew for every changed filter, and stays as high as it was. */
const HEIGHT: { height: number | undefined } = { height: undefined };
/** Presses so near to the left edge of a row select it: there stands its box. */
const GUTTER = 16;
/** Presses so near to the right edge of a cell that marks its row mean the mark, where there is a pointer to show it. */
const MARK = 28;

export function VirtualTable<Row>(props: Props<Row>) {
  const { columns, choice, rows, keyOf, rowHeight, open, onOpen, onCursor, onSelect, canMore, onMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shape = useShape(frame);
  // Widths are no part of it: while one is changed no row is drawn anew.
  const shown = choice?.map(({ id, pinned }) => `${id}${pinned ? "!" : ""}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what matters of the choice
  const all = useMemo(() => getColumnSlots(columns, choice), [columns, shown]);
  const slots = useMemo(() => getVisibleSlots(all, shape), [all, shape]);
  const [own, setOwn] = useState(0);
  // When the cursor was stepped to its row, in ms.
  const arrived = useRef(Number.NEGATIVE_INFINITY);
  const last = rows.length - 1;
  const cursor = Math.max(0, Math.min(open ?? own, last));

  const { render, inView } = useVisibleRows(scroller, {
    count: rows.length,
    rowHeight,
    head: HEAD,
    overscan: OVERSCAN,
    firstHeight: 1100,
    memory: HEIGHT,
  });
  const indexes = Array.from({ length: render.end - render.first }, (_, offset) => render.first + offset);
  // The cursor's row stays in the document, or the focus would be lost by scrolling away from it.
  if (cursor < render.first) indexes.unshift(cursor);
  else if (cursor >= render.end && cursor <= last) indexes.push(cursor);

  useScrollMemory(scroller, props.memory);
  useScrollOn(scroller, (at) => {
    if (canMore && rows.length > 0) onMore("scroll", at);
  });

  function focusRow(index: number) {
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  /** Whether a key goes on past the last row, and is not of the movement that came to it. */
  function goesOn(target: number, repeated: boolean): boolean {
    const element = scroller.current;
    if (!canMore || repeated || target <= last || cursor !== last || element === null) return false;
    const { scrollTop, clientHeight } = element;
    const inView = positionToShow(last, scrollTop, clientHeight - HEAD, rowHeight) <= scrollTop + 1;
    return inView && performance.now() - arrived.current >= KEY_PAUSE_MS;
  }

  function moveTo(target: number, repeated: boolean) {
    if (goesOn(target, repeated)) onMore("key", performance.now());
    const index = Math.max(0, Math.min(target, last));
    const row = rows[index];
    if (row === undefined) return;
    if (index !== cursor) arrived.current = performance.now();
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

  useImperativeHandle(props.ref, () => ({
    move: (by, repeated) => moveTo(cursor + by, repeated),
    focus: () => focusRow(cursor),
    select: () => {
      const row = rows[cursor];
      if (row !== undefined) onSelect(row);
    },
    mark: () => {
      const row = rows[cursor];
      if (row !== undefined) props.onMark(row);
    },
  }));

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / rowHeight) - 1);
    const row = rows[cursor];
    switch (event.key) {
      case "ArrowDown":
        moveTo(cursor + 1, event.repeat);
        break;
      case "ArrowUp":
        moveTo(cursor - 1, event.repeat);
        break;
      case "PageDown":
        moveTo(cursor === last ? last + 1 : Math.min(last, cursor + page), event.repeat);
        break;
      case "PageUp":
        moveTo(cursor - page, event.repeat);
        break;
      case "Home":
        moveTo(0, event.repeat);
        break;
      case "End":
        moveTo(last, event.repeat);
        // A jump to the end is over at once: whoever goes on from there means it.
        arrived.current = Number.NEGATIVE_INFINITY;
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
    const cell = event.target instanceof Element ? event.target : undefined;
    const element = cell?.closest("[data-index]") ?? null;
    const index = Number(element?.getAttribute("data-index"));
    const row = element === null ? undefined : rows[index];
    // A press that marked text was meant to copy it.
    if (row === undefined || element === null || window.getSelection()?.isCollapsed === false) return;
    setOwn(index);
    const onBox = rowHeight !== ROW_HEIGHTS.card && event.clientX - element.getBoundingClientRect().left < GUTTER;
    const marks = rowHeight !== ROW_HEIGHTS.card && cell?.closest("[data-marks]");
    if (
      marks &&
      marks.getBoundingClientRect().right - event.clientX < MARK &&
      props.marked(row) !== undefined &&
      window.matchMedia("(hover: hover)").matches
    )
      props.onMark(row);
    else if (onBox || event.ctrlKey || event.metaKey) onSelect(row);
    else onOpen(row);
  }

  return (
    <>
      <div className="vtable" data-testid="feed-table" ref={frame} data-own={choice === undefined ? undefined : ""}>
        <div className="vtable-scroll" data-testid="table-scroll" ref={scroller}>
          <div className="vtable-wide" style={trackProperties(columns, choice)}>
            {/* biome-ignore lint/a11y/useSemanticElements: a grid of placed rows, see the row */}
            <div
              className="vtable-grid"
              role="grid"
              aria-label={props.label}
              aria-rowcount={props.total === undefined ? -1 : props.total + 1}
              aria-multiselectable="true"
              aria-busy={props.busy}
              onKeyDown={onKeyDown}
              onClick={onClick}
            >
              <TableHead
                slots={slots}
                order={props.order}
                cards={shape === "card"}
                onSort={props.onSort}
                onResize={props.onResize}
              />
              {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
              <div className="vtable-rows" role="rowgroup" style={{ height: `calc(var(--row) * ${rows.length})` }}>
                {indexes.map((index) => {
                  const row = rows[index];
                  if (row === undefined) return null;
                  const key = keyOf(row);
                  return (
                    <MemoRow
                      key={key}
                      row={row}
                      slots={slots}
                      index={index}
                      cursor={index === cursor}
                      open={index === open}
                      selected={props.selected.has(key)}
                      marked={props.marked(row)}
                    />
                  );
                })}
              </div>
            </div>
            <div className="vtable-after">{props.after}</div>
            {props.ghosts > 0 && <GhostRows slots={all} number={props.ghosts} />}
          </div>
        </div>
      </div>
      {props.foot(inView)}
    </>
  );
}
