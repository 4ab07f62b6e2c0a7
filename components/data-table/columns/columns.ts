/** Defines the columns of a feed's table, and the five widths of a table at which they come and go. */
import {
  type Column,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createGroupedRowModel,
  createSortedRowModel,
  type ReactTable,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/**
 * The layouts are `tiny` below 666 px of table, `small` to 821, `middle` to 959, `large` to 1399, `huge` from there
 * up.
 */
export const LAYOUTS = ["tiny", "small", "middle", "large", "huge"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** A card has three lines of facts at the left and three figures at the right. */
export type CardSlot = "title" | "one" | "two" | "three" | "rest" | "figure" | "when" | "mark";

export interface DataTableColumnMeta {
  /** The two smallest layouts use this header. */
  readonly shortHeader?: string;
  readonly align?: "end";
  /**
   * The layouts that have the column map to their grid tracks (`76px`, `minmax(120px, 1fr)`); a column without widths
   * is shown only when a person chooses it.
   */
  readonly widths?: Readonly<Partial<Record<Layout, string>>>;
  /** The column takes this share of the room that chosen columns leave. */
  readonly grow?: number;
  readonly card?: CardSlot;
  /** The cells have room for the star of their row, where rows are no cards. */
  readonly star?: true;
  /** Wide cells show more: a country its name, a date its age. */
  readonly adapts?: true;
  /** The cells are also shown for a record that was not bought. */
  readonly open?: true;
  /**
   * Tells whether a record that was not bought has a value here, which is drawn as a bar; absent when that is
   * unknown.
   */
  hasValue?(row: TableRow): boolean;
  /** The mark stands next to that bar. */
  previewMark?(row: TableRow): ReactNode;
  /**
   * Formats the sum of a group's values; a column without it has no subtotal.
   * @param about the sum has values of previews, which are the middles of their bands
   */
  readonly subtotal?: (sum: number, about: boolean) => string;
  /** Formats the common value of a group; by default the first cell of the group does. */
  readonly groupLabel?: (value: string) => string;
}

export type CellValue = string | number | null | undefined;

/** Describes a column of TanStack Table, as far as the feeds use it. */
export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** The width in px applies among columns that a person chose; a growing column has at least this width. */
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

export const features = tableFeatures({
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as DataTableColumnMeta,
});

/** The table itself reads this part of a row; its columns read the rest. */
export interface TableRow {
  readonly key: string;
  /** A bought row keeps the place in the document that its preview had, by this reference. */
  readonly reference?: string;
  /** The record was not bought: columns that are not `open` show a bar. */
  readonly preview?: { readonly reference: string };
}
export type DataTableInstance = ReactTable<typeof features, TableRow>;
export type TableColumn = Column<typeof features, TableRow>;
type ModelRow = Row<typeof features, TableRow>;

/** The table's models return a row for each record, and one above each group of them. */
export interface TableItem<Original> extends Pick<ModelRow, "id" | "groupingValue" | "getIsGrouped" | "getValue"> {
  /** The row above a group has its first record. */
  readonly original: Original;
  readonly subRows: readonly TableItem<Original>[];
}

export type Shape = Layout | "card";

/** Returns the layout of a table of this width in px, as the style sheet has it. */
export function findLayout(width: number): Layout {
  if (width < 666) return "tiny";
  if (width < 822) return "small";
  if (width < 960) return "middle";
  return width < 1400 ? "large" : "huge";
}

/** Returns the layout of the table in the page; without a table the one that most windows have. */
export function layoutNow(): Layout {
  const width = document.querySelector("[data-table]")?.clientWidth;
  return width === undefined ? "large" : findLayout(width);
}
