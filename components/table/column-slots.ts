/** Which columns a table shows in which place, by its width or by choice; pure. */
import type { CSSProperties } from "react";
import { type ColumnChoice, ownTracks, ownWidth, pinOffsets } from "./column-choice";
import { type Column, LAYOUTS, type Shape } from "./columns";

/** A column and where it is shown: in which layouts, or by choice (`own`), or only as a part of a card. */
export interface ColumnSlot<Row> {
  readonly column: Column<Row>;
  readonly in: string;
  /** How many pinned columns precede it, when it is pinned. */
  readonly pin?: number;
}

const OWN = "own";

/** Every column that may be shown, in order: pinned ones first, and at the end what cards alone show. */
export function getColumnSlots<Row>(columns: readonly Column<Row>[], choice: readonly ColumnChoice[] | undefined) {
  if (choice === undefined)
    return columns.flatMap((column): ColumnSlot<Row>[] => {
      const layouts = LAYOUTS.filter((layout) => column.widths[layout] !== undefined);
      return layouts.length === 0 && column.card === undefined ? [] : [{ column, in: layouts.join(" ") }];
    });
  const chosen = choice.flatMap((one, index): ColumnSlot<Row>[] => {
    const column = columns.find(({ id }) => id === one.id);
    return column === undefined ? [] : [{ column, in: OWN, ...(one.pinned && { pin: index }) }];
  });
  const rest = columns.filter(({ id, card }) => card !== undefined && !choice.some((one) => one.id === id));
  return [...chosen, ...rest.map((column): ColumnSlot<Row> => ({ column, in: "" }))];
}

/** The places that show at a shape. While it is not known all of them are there, and the style sheet hides the others. */
export function getVisibleSlots<Row>(
  slots: readonly ColumnSlot<Row>[],
  shape: Shape | undefined,
): readonly ColumnSlot<Row>[] {
  if (shape === undefined) return slots;
  if (shape === "card") return slots.filter(({ column }) => column.card !== undefined);
  return slots.filter((slot) => slot.in === OWN || (slot.column.widths[shape] !== undefined && slot.in !== ""));
}

type Properties = CSSProperties & Record<`--${string}`, string>;

/** The tracks of each layout as custom properties of the grid, so that CSS alone chooses and the first paint is right. */
export function trackProperties<Row>(
  columns: readonly Column<Row>[],
  choice: readonly ColumnChoice[] | undefined,
): Properties {
  if (choice !== undefined)
    return {
      "--tracks-own": ownTracks(columns, choice),
      "--own-width": `${ownWidth(columns, choice)}px`,
      ...Object.fromEntries(pinOffsets(columns, choice).map((left, index) => [`--pin-${index}`, `${left}px`])),
    };
  return Object.fromEntries(
    LAYOUTS.map((layout) => [`--tracks-${layout}`, columns.flatMap((column) => column.widths[layout] ?? []).join(" ")]),
  );
}
