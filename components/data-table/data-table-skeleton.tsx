import { memo } from "react";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./columns/column-slots";
import { ROW } from "./data-table-row";

/** The widths are in per cent, and fixed so that placeholders look like text and are the same on server and browser. */
const SHARES = [74, 58, 88, 66, 80, 52, 70];

interface Props {
  slots: readonly ColumnSlot[];
  shown: readonly ColumnSlot[];
  rows: number;
}

/** Renders placeholders for rows that are being loaded. */
export const DataTableSkeleton = memo(function DataTableSkeleton({ slots, shown, rows }: Props) {
  return (
    <div data-ghosts="" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their position
        <div className={ROW} data-row="" key={row}>
          <div className="max-tablet:hidden" />
          {slots.map(
            (slot, index) =>
              shown.includes(slot) && (
                <div key={slot.column.id} {...cellProps(slot)}>
                  <span
                    className="block h-2 max-w-28 rounded-1 bg-surface-well max-tablet:min-w-14"
                    style={{ width: `${SHARES[(row * 3 + index * 2) % SHARES.length]}%` }}
                  />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
});
