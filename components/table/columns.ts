/** What a column is, and the five widths of a table at which columns come and go. The style sheet holds the widths. */
import type { ReactNode } from "react";

/** `tiny` below 666 px of table, `small` to 821, `middle` to 959, `large` to 1399, `huge` from there up. */
export const LAYOUTS = ["tiny", "small", "middle", "large", "huge"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Where a cell stands when its row is a card: three lines of facts at the left, three figures at the right. */
export type CardSlot = "title" | "one" | "two" | "three" | "rest" | "figure" | "when" | "mark";

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
  readonly card?: CardSlot;
  /** Its cells have room for the mark of their row, where rows are no cards. */
  readonly marks?: true;
  /** What loaded rows are sorted by; what is not known comes last. */
  readonly value: (row: Row) => string | number | null | undefined;
  /** The direction that the first press sorts in, unless it is ascending. */
  readonly first?: "descending";
  readonly cell: (row: Row) => ReactNode;
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
