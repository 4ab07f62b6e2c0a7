import { memo } from "react";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./columns/column-slots";
import { type LineProps, PLACED, placeLine, ROW } from "./data-table-row";

/** The widths are in per cent, and fixed so that placeholders look like text and are the same on server and browser. */
const SHARES = [74, 58, 88, 66, 80, 52, 70];

interface Props {
  slots: readonly ColumnSlot[];
  shown: readonly ColumnSlot[];
  rows: number;
}

/** Renders placeholders for rows that are being loaded, where their number is not known. */
export const DataTableSkeleton = memo(function DataTableSkeleton({ slots, shown, rows }: Props) {
  return (
    <div data-ghosts="" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their position
        <div className={ROW} data-row="" key={row}>
          <Bars slots={slots.filter((slot) => shown.includes(slot))} row={row} />
        </div>
      ))}
    </div>
  );
});

interface PlaceholderProps extends LineProps {
  slots: readonly ColumnSlot[];
}

/** Renders a row of the list that is not loaded. It can have the focus, as when a key went to the end of the list. */
export const DataTablePlaceholder = memo(function DataTablePlaceholder({ slots, cursor, ...place }: PlaceholderProps) {
  const { index } = place;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by transform, which a table's own rows are not made for
    <div
      className={`${ROW} ${PLACED}`}
      role="row"
      data-row=""
      data-index={index}
      data-placeholder=""
      aria-rowindex={index + 2}
      aria-busy="true"
      tabIndex={cursor ? 0 : -1}
      style={placeLine(place)}
    >
      <Bars slots={slots} row={index} />
    </div>
  );
});

/** A bar keeps its width when columns next to it leave the table. */
function letters(id: string): number {
  return id.length * 2 + id.charCodeAt(0);
}

function Bars({ slots, row }: { slots: readonly ColumnSlot[]; row: number }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus */}
      <div role="gridcell" className="max-tablet:hidden" />
      {slots.map((slot) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row
        // biome-ignore lint/a11y/useFocusableInteractive: the row is what takes the focus
        <div key={slot.column.id} role="gridcell" {...cellProps(slot)}>
          <span
            className="block h-2 max-w-28 rounded-1 bg-surface-well max-tablet:min-w-14"
            style={{ width: `${SHARES[(row * 3 + letters(slot.column.id)) % SHARES.length]}%` }}
          />
        </div>
      ))}
    </>
  );
}
