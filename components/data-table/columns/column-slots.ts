/** Decides which columns a table shows at each width, and the grid tracks that they take. Everything here is pure. */
import type { CSSProperties } from "react";
import { type DataTableInstance, LAYOUTS, type Shape, type TableColumn } from "./columns";

/** A column is shown in some layouts, or because a person chose it (`own`), or only as a part of a card. */
export interface ColumnSlot {
  readonly column: TableColumn;
  readonly in: string;
}

const OWN = "own";
/** The column of the checkboxes and the padding at the end of a row have these widths in px. */
const SELECT_WIDTH = 28;
const END_PADDING = 8;

/** Returns every column that may be shown, in order: pinned ones first, and those that only cards show last. */
export function getColumnSlots(table: DataTableInstance, own: boolean): readonly ColumnSlot[] {
  const visible = table.getVisibleLeafColumns().map((column): ColumnSlot => {
    const layouts = LAYOUTS.filter((layout) => column.columnDef.meta?.widths?.[layout] !== undefined);
    return { column, in: own ? OWN : layouts.join(" ") };
  });
  const cards = table
    .getAllLeafColumns()
    .filter((column) => column.columnDef.meta?.card !== undefined && !column.getIsVisible());
  return [...visible, ...cards.map((column) => ({ column, in: "" }))];
}

/**
 * Returns the slots that a shape shows. While the shape is unknown all of them are rendered, and the style sheet
 * hides the others.
 */
export function getVisibleSlots(slots: readonly ColumnSlot[], shape: Shape | undefined): readonly ColumnSlot[] {
  if (shape === undefined) return slots;
  if (shape === "card") return slots.filter(({ column }) => column.columnDef.meta?.card !== undefined);
  return slots.filter((slot) => slot.in === OWN || slot.in.split(" ").includes(shape));
}

type Properties = CSSProperties & Record<`--${string}`, string>;

/**
 * Returns the tracks of each layout as custom properties of the grid, so that CSS alone chooses and the first paint
 * is right.
 */
export function trackProperties(table: DataTableInstance, own: boolean): Properties {
  const columns = table.getVisibleLeafColumns();
  if (own)
    return {
      "--tracks-own": `${SELECT_WIDTH}px ${ownTracks(columns)}`,
      "--own-width": `${table.getTotalSize() + SELECT_WIDTH + END_PADDING}px`,
    };
  return Object.fromEntries(
    LAYOUTS.map((layout) => [
      `--tracks-${layout}`,
      [`${SELECT_WIDTH}px`, ...columns.flatMap((column) => column.columnDef.meta?.widths?.[layout] ?? [])].join(" "),
    ]),
  );
}

/** An empty track takes the remaining room where nothing grows. */
function ownTracks(columns: readonly TableColumn[]): string {
  let grows = false;
  const tracks = columns.map((column) => {
    const size = column.getSize();
    const grow = column.columnDef.meta?.grow;
    // A column that was given a width, or is pinned, keeps its width.
    if (grow === undefined || column.getIsPinned() || column.id in column.table.store.state.columnSizing)
      return `${size}px`;
    grows = true;
    return `minmax(${size}px, ${grow}fr)`;
  });
  return [...tracks, ...(grows ? [] : ["minmax(0, 1fr)"])].join(" ");
}
