/** What a column is, and the five widths of a table at which columns come and go. The style sheet holds the widths. */
import type { CSSProperties, ReactNode } from "react";

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
  /** The order of the list, which this column shows. */
  readonly sorted?: "ascending" | "descending";
  /** Grid tracks (`76px`, `minmax(120px, 1fr)`) of the layouts that have the column. */
  readonly widths: Readonly<Partial<Record<Layout, string>>>;
  readonly card?: CardPlace;
  readonly cell: (row: Row) => ReactNode;
}

/** The tracks of each layout as custom properties of the grid, so that CSS alone chooses and the first paint is right. */
export function trackProperties<Row>(
  columns: readonly Column<Row>[],
): CSSProperties & Record<`--tracks-${Layout}`, string> {
  const tracks = (layout: Layout) => columns.flatMap((column) => column.widths[layout] ?? []).join(" ");
  return {
    "--tracks-tiny": tracks("tiny"),
    "--tracks-small": tracks("small"),
    "--tracks-middle": tracks("middle"),
    "--tracks-large": tracks("large"),
    "--tracks-huge": tracks("huge"),
  };
}

/** The layouts in which a column stands, as the style sheet asks for them. */
export function layoutsOf<Row>(column: Column<Row>): string {
  return LAYOUTS.filter((layout) => column.widths[layout] !== undefined).join(" ");
}
