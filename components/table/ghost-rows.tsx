import { type Column, layoutsOf } from "./columns";

/** Widths in per cent, so that ghosts look like text and are the same on server and browser. */
const SHARES = [74, 58, 88, 66, 80, 52, 70];

/** Rows that exist and are not there yet: while loading, and under the brake. */
export function GhostRows<Row>({ columns, number }: { columns: readonly Column<Row>[]; number: number }) {
  return (
    <div className="vtable-ghosts" aria-hidden="true">
      {Array.from({ length: number }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity but their place
        <div className="vtable-row" key={row}>
          {columns.map((column, place) => (
            <div
              key={column.id}
              className="vtable-cell"
              data-column={column.id}
              data-in={layoutsOf(column)}
              data-end={column.end}
              data-card={column.card}
            >
              <span className="vtable-ghost" style={{ width: `${SHARES[(row * 3 + place * 2) % SHARES.length]}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
