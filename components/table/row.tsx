"use client";

import { memo } from "react";
import { type Column, layoutsOf } from "./columns";

interface Props<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  /** The row that the keys stand on: the one in the tab order. */
  cursor: boolean;
  /** Its sheet is open. */
  open: boolean;
}

function TableRow<Row>({ row, columns, index, cursor, open }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by transform, which a table's own rows are not made for
    <div
      className="vtable-row"
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={open}
      tabIndex={cursor ? 0 : -1}
      style={{ transform: `translateY(calc(var(--row) * ${index}))` }}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus
        <div
          key={column.id}
          role="gridcell"
          className="vtable-cell"
          data-column={column.id}
          data-in={layoutsOf(column)}
          data-end={column.end}
          data-card={column.card}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Rows change only with their record, their place or the cursor, never with scrolling. */
export const MemoRow = memo(TableRow) as typeof TableRow;
