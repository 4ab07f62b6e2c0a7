import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./column-slots";

/** Widths in per cent, so that ghosts look like text and are the same on server and browser. */
const SHARES = [74, 58, 88, 66, 80, 52, 70];

/** Rows that exist and are not loaded yet: while loading, and at the spending limit. */
export function GhostRows<Row>({ slots, number }: { slots: readonly ColumnSlot<Row>[]; number: number }) {
  return (
    <div className="vtable-ghosts" aria-hidden="true">
      {Array.from({ length: number }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity but their place
        <div className="vtable-row" key={row}>
          {slots.map((slot, index) => (
            <div key={slot.column.id} {...cellProps(slot)}>
              <span className="vtable-ghost" style={{ width: `${SHARES[(row * 3 + index * 2) % SHARES.length]}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
