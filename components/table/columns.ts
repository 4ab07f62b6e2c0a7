/** What a column is, and the five widths of a table at which columns come and go. The style sheet holds the widths. */
import type { CSSProperties, ReactNode } from "react";
import { type ColumnChoice, ownTracks, ownWidth, pinOffsets } from "./column-choice";

/** `tiny` below 666 px of table, `small` to 821, `middle` to 959, `large` to 1399, `huge` from there up. */
export const LAYOUTS = ["tiny", "small", "middle", "large", "huge"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Where a cell stands when its row is a card: three lines of facts at the left, three figures at the right. */
export type CardPlace = "title" | "one" | "two" | "three" | "rest" | "figure" | "when" | "mark";

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  /** The head of the two smallest layouts, where it differs. */
  readonly shortHead?: string;
  readonly end?: boolean;
  /** What its cells show more of where they are wide: a country its name, a date its age. */
  readonly kind?: "country" | "date";
  /** Grid tracks (`76px`, `minmax(120px, 1fr)`) of the layouts that have the column; none when it is there by choice. */
  readonly widths: Readonly<Partial<Record<Layout, string>>>;
  /** Width in px among columns that a person chose; at least that much where it grows. */
  readonly width: number;
  /** Its share of the room that chosen columns leave. */
  readonly grow?: number;
  readonly card?: CardPlace;
  /** Its cells have room for the mark of their row, where rows are no cards. */
  readonly marks?: true;
  /** What loaded rows are sorted by; what is not known comes last. */
  readonly value: (row: Row) => string | number | null | undefined;
  /** The direction that the first press sorts in, unless it is ascending. */
  readonly first?: "descending";
  readonly cell: (row: Row) => ReactNode;
}

/** A column where it stands: in which layouts, or by choice (`own`), or only as a part of a card. */
export interface Place<Row> {
  readonly column: Column<Row>;
  readonly in: string;
  /** How many pinned columns stand before it, when it is one. */
  readonly pin?: number;
}

/** What a table looks like at its width. */
export type Shape = Layout | "card";

/** The layout of a table that is so many px wide, as the style sheet has it. */
export function layoutOf(width: number): Layout {
  if (width < 666) return "tiny";
  if (width < 822) return "small";
  if (width < 960) return "middle";
  return width < 1400 ? "large" : "huge";
}

/** The layout of the table in the page; without a table the one that most windows have. */
export function layoutNow(): Layout {
  const width = document.querySelector(".vtable")?.clientWidth;
  return width === undefined ? "large" : layoutOf(width);
}

const OWN = "own";

/** Every column that may be shown, in order: pinned ones first, and at the end what cards alone show. */
export function placesOf<Row>(columns: readonly Column<Row>[], choice: readonly ColumnChoice[] | undefined) {
  if (choice === undefined)
    return columns.flatMap((column): Place<Row>[] => {
      const layouts = LAYOUTS.filter((layout) => column.widths[layout] !== undefined);
      return layouts.length === 0 && column.card === undefined ? [] : [{ column, in: layouts.join(" ") }];
    });
  const chosen = choice.flatMap((one, index): Place<Row>[] => {
    const column = columns.find(({ id }) => id === one.id);
    return column === undefined ? [] : [{ column, in: OWN, ...(one.pinned && { pin: index }) }];
  });
  const rest = columns.filter(({ id, card }) => card !== undefined && !choice.some((one) => one.id === id));
  return [...chosen, ...rest.map((column): Place<Row> => ({ column, in: "" }))];
}

/** The places that show at a shape. While it is not known all of them are there, and the style sheet hides the others. */
export function placesAt<Row>(places: readonly Place<Row>[], shape: Shape | undefined): readonly Place<Row>[] {
  if (shape === undefined) return places;
  if (shape === "card") return places.filter(({ column }) => column.card !== undefined);
  return places.filter((place) => place.in === OWN || (place.column.widths[shape] !== undefined && place.in !== ""));
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
