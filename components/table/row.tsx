"use client";

import { memo } from "react";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./column-slots";

interface Props<Row> {
  row: Row;
  slots: readonly ColumnSlot<Row>[];
  index: number;
  /** The row that the keys stand on: the one in the tab order. */
  cursor: boolean;
  /** Its sheet is open. */
  open: boolean;
  selected: boolean;
  /** Undefined: it cannot be marked. */
  marked: boolean | undefined;
}

function TableRow<Row>({ row, slots, index, cursor, open, selected, marked }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by transform, which a table's own rows are not made for
    <div
      className="vtable-row"
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      data-marked={marked}
      tabIndex={cursor ? 0 : -1}
      style={{ transform: `translateY(calc(var(--row) * ${index}))` }}
    >
      {slots.map((slot) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus
        <div key={slot.column.id} role="gridcell" {...cellProps(slot)}>
          {slot.column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Rows change only with their record, their place, the columns or the cursor, never with scrolling. */
export const MemoRow = memo(TableRow) as typeof TableRow;
