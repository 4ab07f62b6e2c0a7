/** Returns the attributes that every cell of a column shares, in headers, rows and placeholders. */
import { cn } from "@/lib/cn";
import type { ColumnSlot } from "./columns/column-slots";
import type { CardSlot, DataTableColumnMeta } from "./columns/columns";

const CELL = "flex min-w-0 items-center gap-1.5 whitespace-nowrap tablet:px-2";

/** Each slot has its place in the three lines of a card. */
const CARD: Readonly<Record<CardSlot, string>> = {
  title: "max-tablet:[grid-area:1/1/2/4] max-tablet:text-15",
  figure: "max-tablet:[grid-area:1/4] max-tablet:justify-end max-tablet:pl-3",
  one: "max-tablet:[grid-area:2/1]",
  two: "max-tablet:[grid-area:2/2] max-tablet:before:ml-1.5 max-tablet:before:text-text-3 max-tablet:before:content-['·']",
  three:
    "max-tablet:[grid-area:2/3] max-tablet:before:ml-1.5 max-tablet:before:text-text-3 max-tablet:before:content-['·']",
  when: "max-tablet:[grid-area:2/4] max-tablet:justify-end max-tablet:pl-3",
  rest: "max-tablet:[grid-area:3/1/4/4]",
  mark: "max-tablet:[grid-area:3/4] max-tablet:justify-end max-tablet:pl-3",
};

const NO_META: DataTableColumnMeta = {};

/** The classes of a kind of cell are joined once, because a table has as many cells as rows times columns. */
const joined = new Map<string, string>();

export function cellProps({ column, in: layouts }: ColumnSlot) {
  const { align, card, star, adapts } = column.columnDef.meta ?? NO_META;
  const pinned = layouts === "own" && column.getIsPinned() !== false;
  const key = `${align} ${card} ${adapts} ${pinned}`;
  let className = joined.get(key);
  if (className === undefined) {
    className = cn(
      CELL,
      align === "end" && "justify-end text-right",
      card === undefined ? "max-tablet:hidden" : CARD[card],
      adapts && "tablet:@container/cell",
      pinned && "tablet:sticky tablet:z-1 tablet:bg-inherit",
    );
    joined.set(key, className);
  }
  return {
    className,
    "data-column": column.id,
    "data-in": layouts,
    "data-star": star,
    "data-card": card,
    style: pinned ? { left: `calc(var(--select-width) + ${column.getStart("start")}px)` } : undefined,
  };
}
