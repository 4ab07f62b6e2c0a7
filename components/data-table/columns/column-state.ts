/**
 * Reads and writes the state of the table as text: which columns a person chose, in which order, how wide, and which
 * are pinned. Everything here is pure.
 */
import type {
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
} from "@tanstack/react-table";
import type { DataTableColumn, Layout } from "./columns";

export interface ColumnState {
  /** The order has all columns: pinned ones first, hidden ones last. */
  readonly columnOrder: ColumnOrderState;
  readonly columnVisibility: ColumnVisibilityState;
  readonly columnSizing: ColumnSizingState;
  readonly columnPinning: ColumnPinningState;
}

export type ColumnInfo = Pick<DataTableColumn<never>, "id" | "size" | "meta">;

const MIN_WIDTH = 48;
const MAX_WIDTH = 640;
/** One key press changes a width by this many px. */
export const WIDTH_STEP = 16;

/** More columns than this are not saved: the text has to fit into a cookie. */
const MAX_COLUMNS = 24;
const MAX_LENGTH = 400;

export function clampWidth(width: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
}

/** Writes `company.240!~amount.96~round`: the visible columns, with a width behind a dot, pinned ones with a mark. */
export function writeColumns({ columnOrder, columnVisibility, columnSizing, columnPinning }: ColumnState): string {
  const visible = columnOrder.filter((id) => columnVisibility[id] !== false);
  const pinned = visible.filter((id) => columnPinning.start.includes(id));
  const parts = [...pinned, ...visible.filter((id) => !pinned.includes(id))]
    .slice(0, MAX_COLUMNS)
    .map((id) => `${id}${id in columnSizing ? `.${columnSizing[id]}` : ""}${pinned.includes(id) ? "!" : ""}`);
  while (parts.join("~").length > MAX_LENGTH) parts.pop();
  return parts.join("~");
}

/** Reads the valid parts of a text; undefined when there are none. */
export function readColumns(columns: readonly ColumnInfo[], text: string | undefined): ColumnState | undefined {
  const visible: string[] = [];
  const pinned: string[] = [];
  const columnSizing: ColumnSizingState = {};
  for (const part of (text ?? "").split("~").slice(0, MAX_COLUMNS)) {
    const [, id = "", width, pin] = /^([a-z0-9-]+)(?:\.(\d{1,4}))?(!)?$/i.exec(part) ?? [];
    if (visible.includes(id) || !columns.some((column) => column.id === id)) continue;
    visible.push(id);
    if (width !== undefined) columnSizing[id] = clampWidth(Number(width));
    if (pin !== undefined) pinned.push(id);
  }
  return visible.length === 0 ? undefined : createState(columns, visible, pinned, columnSizing);
}

/** The first change by a person starts from the columns of the layout. */
export function columnsOfLayout(columns: readonly ColumnInfo[], layout: Layout): ColumnState {
  const visible = columns.filter(({ meta }) => meta.widths?.[layout] !== undefined);
  const columnSizing: ColumnSizingState = {};
  for (const { id, size, meta } of visible) {
    const width = /^(\d+)px$/.exec(meta.widths?.[layout] ?? "")?.[1];
    if (width !== undefined && Number(width) !== size) columnSizing[id] = Number(width);
  }
  return createState(columns, ids(visible), [], columnSizing);
}

/** Without a choice, every column of some layout is there and the width of the table decides. */
export function defaultColumns(columns: readonly ColumnInfo[]): ColumnState {
  return createState(columns, ids(columns.filter(({ meta }) => Object.keys(meta.widths ?? {}).length > 0)), [], {});
}

function createState(
  columns: readonly ColumnInfo[],
  visible: readonly string[],
  pinned: readonly string[],
  columnSizing: ColumnSizingState,
): ColumnState {
  const hidden = ids(columns).filter((id) => !visible.includes(id));
  return {
    columnOrder: [...pinned, ...visible.filter((id) => !pinned.includes(id)), ...hidden],
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnSizing,
    columnPinning: { start: [...pinned], end: [] },
  };
}

function ids(columns: readonly ColumnInfo[]): string[] {
  return columns.map(({ id }) => id);
}

/** Returns an order in which one column takes the place of another. */
export function moveColumn(order: readonly string[], id: string, target: string): string[] {
  const [from, to] = [order.indexOf(id), order.indexOf(target)];
  if (from < 0 || to < 0) return [...order];
  const others = order.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
