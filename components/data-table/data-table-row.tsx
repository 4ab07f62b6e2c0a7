import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, type ReactNode, useId, useMemo } from "react";
import { count as formatNumber } from "@/lib/format/counts";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./columns/column-slots";
import type { DataTableColumn, DataTableInstance, TableColumn, TableItem, TableRow } from "./columns/columns";
import { formatSubtotals, UNKNOWN } from "./row-models";
import type { Placement } from "./window/scroll-scale";

/** A line of the grid is a card of three lines on phones. The style sheet has its tracks. */
export const ROW =
  "grid h-(--row) items-center border-b border-line text-text-2 [contain:layout_style] tablet:pr-2 max-tablet:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-tablet:grid-rows-[repeat(3,22px)] max-tablet:content-center max-tablet:px-4 max-tablet:in-data-selecting:pl-12";

export const PLACED =
  "group/row absolute inset-x-0 top-0 print:static print:transform-none! print:break-inside-avoid cursor-default data-preview:cursor-pointer bg-surface outline-none will-change-transform hover:bg-surface-hover focus-visible:bg-surface-selected focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus focus-visible:shadow-[inset_2px_0_0_var(--accent)] aria-selected:bg-surface-selected aria-[current]:bg-surface-selected aria-[current]:shadow-[inset_2px_0_0_var(--accent)]";

/**
 * The checkbox shows under the pointer, and while the row is selected or has the focus. A press between it and the text
 * of the first column selects too, because a press on that text may cost a credit.
 */
const SELECT =
  "flex items-center justify-center self-stretch tablet:relative max-tablet:absolute max-tablet:inset-y-0 max-tablet:left-0 max-tablet:hidden max-tablet:w-12 max-tablet:in-data-selecting:flex after:absolute after:inset-y-0 after:left-full after:z-1 after:w-2";
const BOX =
  "pointer-events-none size-3.5 appearance-none rounded-1 border border-line-control bg-surface bg-center bg-no-repeat opacity-0 in-data-selecting:opacity-100 max-tablet:size-5 checked:border-accent checked:bg-accent checked:bg-(image:--check) group-hover/row:opacity-100 group-focus-visible/row:opacity-100 checked:opacity-100";

/** A line has this place in the table. */
export interface LineProps extends Placement {
  index: number;
  /** The cursor's row is the one in the tab order. */
  cursor: boolean;
}

interface Props<Row> extends LineProps {
  row: Row;
  slots: readonly ColumnSlot[];
  open: boolean;
  selected: boolean;
  /** The row cannot be starred when this is undefined. */
  marked: boolean | undefined;
}

export function placeLine({ index, base, shift }: Omit<LineProps, "cursor">) {
  const place = `calc(var(--row) * ${index - base}${shift === 0 ? "" : ` + ${shift}px`})`;
  return { transform: `translateY(${place})` };
}

/** Cells depend on the record alone, because the table's model has other rows after each page that is loaded. */
function renderCell({ columnDef }: TableColumn, record: TableRow): ReactNode {
  const cell = columnDef.cell as DataTableColumn<TableRow>["cell"];
  return cell({ row: { original: record } });
}

function Row<T extends TableRow>({ row, slots, index, base, shift, cursor, open, selected, marked }: Props<T>) {
  const [boxId, nameId] = [useId(), useId()];
  // A row that a changed filter moves keeps its cells as they are.
  const cells = useMemo(
    () =>
      slots.map((slot) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus
        <div
          key={slot.column.id}
          role="gridcell"
          id={slot.column.columnDef.meta?.card === "title" ? nameId : undefined}
          {...cellProps(slot)}
        >
          {isShown(row, slot) ? (
            renderCell(slot.column, row)
          ) : (
            <>
              <RedactedCell
                seed={`${slot.column.id}${row.preview?.reference}`}
                label={slot.column.columnDef.meta?.card === "title" ? NOT_BOUGHT : undefined}
              />
              {slot.column.columnDef.meta?.previewMark?.(row)}
            </>
          )}
        </div>
      )),
    [row, slots, nameId],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by transform, which a table's own rows are not made for
    <div
      className={`${ROW} ${PLACED}`}
      role="row"
      data-row=""
      data-index={index}
      // A press on it reveals the record.
      data-preview={row.preview && ""}
      title={row.preview && REVEAL}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      data-marked={marked}
      tabIndex={cursor ? 0 : -1}
      style={placeLine({ index, base, shift })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus */}
      <div role="gridcell" data-select="" className={SELECT}>
        <input
          type="checkbox"
          id={boxId}
          aria-label={row.preview ? `Select row ${index + 1}` : "Select"}
          aria-labelledby={row.preview ? undefined : `${boxId} ${nameId}`}
          className={BOX}
          checked={selected}
          readOnly
          tabIndex={-1}
        />
      </div>
      {cells}
    </div>
  );
}

/** A record that was not bought shows its open columns, and that other values are missing. */
function isShown(row: TableRow, { column }: ColumnSlot): boolean {
  const { open, hasValue } = column.columnDef.meta ?? {};
  return row.preview === undefined || open === true || hasValue?.(row) === false;
}

const NOT_BOUGHT = "Not bought: 1 credit";
const REVEAL = "Reveal for 1 credit";

/** Draws a bar for a text that was not bought; the seed keeps its width the same in every render. */
function RedactedCell({ seed, label }: { seed: string; label: string | undefined }) {
  let sum = 0;
  for (let index = 0; index < seed.length; index++) sum = (sum * 31 + seed.charCodeAt(index)) % 997;
  const style = { width: `${40 + (sum % 45)}%` };
  const bar =
    "forced-color-adjust-none h-2 max-w-40 rounded-full bg-line group-focus-visible/row:bg-text-3 group-aria-selected/row:bg-text-3 group-aria-[current]/row:bg-text-3";
  return label === undefined ? (
    <span aria-hidden="true" className={bar} style={style} />
  ) : (
    <span role="img" aria-label={label} title={label} className={bar} style={style} />
  );
}

/** Rows change only with their record, their place, the columns or the cursor, never with scrolling. */
export const DataTableRow = memo(Row) as typeof Row;

interface GroupProps extends LineProps {
  group: TableItem<TableRow>;
  table: DataTableInstance;
  /** This cell shows the common value of the group. */
  slot: ColumnSlot | undefined;
  collapsed: boolean;
  /** The group has so many rows, of which some may not be loaded; undefined when only these are known. */
  total: number | undefined;
}

/** The line above a group shows the common value of its rows, their number and their subtotals. */
export function DataTableGroupRow({ group, table, slot, collapsed, total, cursor, ...place }: GroupProps) {
  const { index } = place;
  const value = `${group.groupingValue}`;
  const Chevron = collapsed ? ChevronRight : ChevronDown;
  const label = slot?.column.columnDef.meta?.groupLabel;
  const columns = table.getAllLeafColumns();
  const subtotals = useMemo(() => formatSubtotals(group, columns), [group, columns]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    <div
      className={`${PLACED} @container/cell flex h-(--row) items-center gap-2 border-b border-line bg-surface-side px-2 text-12`}
      role="row"
      data-index={index}
      data-group={value}
      aria-rowindex={index + 2}
      aria-expanded={!collapsed}
      tabIndex={cursor ? 0 : -1}
      style={placeLine(place)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus */}
      <div role="gridcell" className="sticky left-2 flex items-center gap-2 whitespace-nowrap">
        <Chevron size={14} aria-hidden="true" className="flex-none text-text-2" />
        <span className="flex items-center gap-1.5 font-medium text-text-1">
          {value === UNKNOWN ? "Not known" : (label?.(value) ?? (slot && renderCell(slot.column, group.original)))}
        </span>
        <span className="text-text-2">{formatNumber(total ?? group.subRows.length)}</span>
        {/* The sum of a part would look like that of the group. */}
        {(total ?? group.subRows.length) === group.subRows.length &&
          subtotals.map(({ header, text }) => (
            <span key={header} className="text-text-2">
              {header} <span className="font-medium text-text-1">{text}</span>
            </span>
          ))}
      </div>
    </div>
  );
}
