/** The columns of a feed's table, and the five widths of a table at which they come and go. */
import {
  type Column,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/** `tiny` below 666 px of table, `small` to 821, `middle` to 959, `large` to 1399, `huge` from there up. */
export const LAYOUTS = ["tiny", "small", "middle", "large", "huge"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Where a cell is when its row is a card: three lines of facts at the left, three figures at the right. */
export type CardSlot = "title" | "one" | "two" | "three" | "rest" | "figure" | "when" | "mark";

export interface DataTableColumnMeta {
  /** The header of the two smallest layouts, where it differs. */
  readonly shortHeader?: string;
  readonly align?: "end";
  /** Grid tracks (`76px`, `minmax(120px, 1fr)`) of the layouts that have the column; absent: there by choice alone. */
  readonly widths?: Readonly<Partial<Record<Layout, string>>>;
  /** Its share of the room that chosen columns leave. */
  readonly grow?: number;
  readonly card?: CardSlot;
  /** Its cells have room for the star of their row, where rows are no cards. */
  readonly star?: true;
  /** Wide cells show more: a country its name, a date its age. */
  readonly adapts?: true;
  /** Its cells are shown of a record that was not bought, too. */
  readonly open?: true;
  /** Tells whether a record that was not bought has a value here, which is drawn as a bar; absent: unknown. */
  hasValue?(row: TableRow): boolean;
  /** Shown next to that bar. */
  previewMark?(row: TableRow): ReactNode;
  /** Formats the sum of a group's values; absent: it has no subtotal. */
  readonly subtotal?: (sum: number) => string;
  /** Formats what a group has in common; absent: its first cell does. */
  readonly groupLabel?: (value: CellValue) => string;
}

export type CellValue = string | number | null | undefined;

/** A column definition of TanStack Table, as far as the feeds use it. */
export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Width in px among columns that a person chose; at least that much where it grows. */
  readonly size: number;
  /** Loaded rows are sorted by this value; unknown ones come last. */
  readonly accessorFn: (row: Row) => CellValue;
  /** Loaded rows are grouped by this value, where it is coarser than the one they are sorted by. */
  readonly getGroupingValue?: (row: Row) => CellValue;
  /** The first press sorts in descending order. */
  readonly sortDescFirst?: true;
  readonly cell: (context: { readonly row: { readonly original: Row } }) => ReactNode;
  readonly meta: DataTableColumnMeta;
}

/**
 * Rows are selected, sorted and grouped as plain arrays, and rendered for the visible window alone: a row model over
 * 100,000 of them takes more than a second and 320 MB.
 */
export const features = tableFeatures({
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as DataTableColumnMeta,
});

/** The part of a row that the table itself reads; its columns read the rest. */
export interface TableRow {
  readonly key: string;
  /** Its place in the document, where that outlives its key. */
  readonly slot?: string;
  /** Its record was not bought: columns that are not `open` show a bar. */
  readonly preview?: { readonly reference: string };
}
export type DataTableInstance = ReactTable<typeof features, TableRow>;
export type TableColumn = Column<typeof features, TableRow>;

/** The shape of a table at its width. */
export type Shape = Layout | "card";

/** The layout of a table that is so many px wide, as the style sheet has it. */
export function layoutOf(width: number): Layout {
  if (width < 666) return "tiny";
  if (width < 822) return "small";
  if (width < 960) return "middle";
  return width < 1400 ? "large" : "huge";
}

/** The layout of the table in the page; without a table the one that most windows have. */
export function layoutNow(): Layout {
  const width = document.querySelector("[data-table]")?.clientWidth;
  return width === undefined ? "large" : layoutOf(width);
}
