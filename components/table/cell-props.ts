/** What every cell of a column says of itself to the style sheet, in heads, rows and ghosts. */
import type { CSSProperties } from "react";
import type { ColumnSlot } from "./column-slots";

export function cellProps<Row>({ column, in: layouts, pin }: ColumnSlot<Row>) {
  const style: CSSProperties | undefined = pin === undefined ? undefined : { left: `var(--pin-${pin})` };
  return {
    className: "vtable-cell",
    "data-column": column.id,
    "data-in": layouts,
    "data-kind": column.kind,
    "data-end": column.end,
    "data-card": column.card,
    "data-marks": column.marks,
    "data-pin": pin,
    style,
  };
}
