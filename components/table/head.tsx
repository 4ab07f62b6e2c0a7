"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { cellProps } from "./cell-props";
import { WIDTH_STEP } from "./column-choice";
import type { ColumnSlot } from "./column-slots";
import type { RowOrder } from "./row-order";

export interface HeadActions {
  /** The head of a column was pressed. */
  onSort: (id: string) => void;
  /** A column is given a width in px; `done` when the person has let go of it. */
  onResize: (id: string, width: number, done: boolean) => void;
}

interface Props<Row> extends HeadActions {
  slots: readonly ColumnSlot<Row>[];
  /** The order in which the rows are. */
  order: RowOrder | undefined;
  /** Rows are cards: the heads are there for screen readers alone, and no stop. */
  cards: boolean;
}

const widthAt = (element: Element) => element.closest(".vtable-cell")?.getBoundingClientRect().width ?? 0;

/**
 * The row of column heads, which stays at the top of the table. It is one stop of the tab order; arrows go from head to
 * head, with Shift they change the width.
 */
export function TableHead<Row>({ slots, order, cards, onSort, onResize }: Props<Row>) {
  const [stop, setStop] = useState(0);
  const heads = slots.filter((slot) => slot.in !== "");
  const at = Math.min(stop, heads.length - 1);

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, id: string) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      // Enter and space press the head; the rows' own keys are for the rows.
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) return onResize(id, widthAt(event.currentTarget) + by * WIDTH_STEP, true);
    const all = [...(event.currentTarget.closest("[role=row]")?.querySelectorAll("button") ?? [])];
    const shown = all.filter((button) => button.getClientRects().length > 0);
    shown[shown.indexOf(event.currentTarget) + by]?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the head of a grid of placed rows
    // biome-ignore lint/a11y/useFocusableInteractive: its heads are what takes the focus
    <div className="vtable-head" role="row" aria-rowindex={1}>
      {heads.map((slot, index) => {
        const { column } = slot;
        const direction = order?.column === column.id ? order.direction : undefined;
        const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the row
          // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
          <div key={column.id} role="columnheader" aria-sort={direction} {...cellProps(slot)}>
            <button
              type="button"
              className="vtable-sort focus-ring-inset"
              tabIndex={index === at && !cards ? 0 : -1}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
              onFocus={() => setStop(index)}
              onClick={() => onSort(column.id)}
              onKeyDown={(event) => onKeyDown(event, column.id)}
            >
              {column.shortHead === undefined ? (
                <span className="vtable-title">{column.head}</span>
              ) : (
                <>
                  <span className="vtable-title vtable-long">{column.head}</span>
                  <span className="vtable-title vtable-short">{column.shortHead}</span>
                </>
              )}
              {direction && <Arrow size={12} className="flex-none" />}
            </button>
            <Edge onResize={(width, done) => onResize(column.id, width, done)} />
          </div>
        );
      })}
    </div>
  );
}

/** The edge of a head, by which a pointer changes its width; keys do it on the head itself. */
function Edge({ onResize }: { onResize: (width: number, done: boolean) => void }) {
  const [from, setFrom] = useState<{ x: number; width: number }>();
  const to = (event: PointerEvent) => (from === undefined ? 0 : from.width + event.clientX - from.x);
  return (
    <span
      aria-hidden="true"
      className="vtable-edge"
      data-testid="column-edge"
      data-held={from !== undefined || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width: widthAt(event.currentTarget) });
      }}
      onPointerMove={(event) => {
        if (from !== undefined) onResize(to(event), false);
      }}
      onLostPointerCapture={(event) => {
        if (from !== undefined && event.clientX !== from.x) onResize(to(event), true);
        setFrom(undefined);
      }}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
