"use client";
/** A table of few rows, all of them in the document; below its breakpoint each row is a stack of lines. */
import { FlexRender, tableFeatures, useTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export interface SimpleColumnMeta {
  readonly align?: "end";
  /** Of its cells and its header. */
  readonly className?: string;
  /** The header is there for screen readers alone. */
  readonly hiddenHeader?: true;
  /** In a stack it has a line of its own. */
  readonly line?: true;
  /** Precedes the value in a stack, where no header does. */
  readonly prefix?: string;
}

/** A column definition of TanStack Table, as far as these tables use it. The first column names the row. */
export interface SimpleColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (context: { readonly row: { readonly original: Row } }) => ReactNode;
  readonly meta?: SimpleColumnMeta;
}

const features = tableFeatures({ columnMeta: {} as SimpleColumnMeta });

/** The breakpoints below which rows are stacks. */
const STACKED = {
  tablet: {
    block: "max-tablet:block",
    head: "max-tablet:sr-only",
    row: "max-tablet:flex max-tablet:flex-wrap max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-1 max-tablet:py-2.5",
    cell: "max-tablet:h-auto max-tablet:p-0",
    line: "max-tablet:w-full max-tablet:max-w-full max-tablet:whitespace-normal",
    prefix: "tablet:hidden",
  },
  panel: {
    block: "max-panel:block",
    head: "max-panel:sr-only",
    row: "max-panel:flex max-panel:flex-wrap max-panel:items-center max-panel:gap-x-3 max-panel:gap-y-1 max-panel:py-2.5",
    cell: "max-panel:h-auto max-panel:p-0",
    line: "max-panel:w-full max-panel:max-w-full max-panel:whitespace-normal",
    prefix: "panel:hidden",
  },
} as const;

interface Props<Row> {
  caption: string;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The breakpoint below which rows are stacks. */
  stacked: keyof typeof STACKED;
  className?: string;
}

export function SimpleTable<Row extends object>({ caption, columns, rows, rowId, stacked, className }: Props<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  const stack = STACKED[stacked];
  return (
    <table className={cn("w-full border-collapse", stack.block, className)}>
      <caption className="sr-only">{caption}</caption>
      <thead className={stack.head}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} className="border-y border-line-strong bg-surface-side">
            {group.headers.map((header) => {
              const { align, className: own, hiddenHeader } = header.column.columnDef.meta ?? {};
              return (
                <th
                  key={header.id}
                  scope="col"
                  className={cn(
                    "h-row-head whitespace-nowrap py-1 pr-4 font-regular text-11 text-text-2 first:pl-4",
                    align === "end" ? "text-right" : "text-left",
                    own,
                  )}
                >
                  <span className={hiddenHeader && "sr-only"}>
                    <FlexRender header={header} />
                  </span>
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody className={stack.block}>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className={cn("border-b border-line max-tablet:px-4", stack.row)}>
            {row.getAllCells().map((cell, index) => {
              const { align, className: own, line, prefix } = cell.column.columnDef.meta ?? {};
              const Cell = index === 0 ? "th" : "td";
              return (
                <Cell
                  key={cell.id}
                  scope={index === 0 ? "row" : undefined}
                  data-cell={cell.column.id}
                  className={cn(
                    "h-row-comfortable whitespace-nowrap py-1 pr-4 first:pl-4",
                    index === 0 ? "text-left font-medium" : "text-text-2",
                    align === "end" && "text-right",
                    stack.cell,
                    (index === 0 || line) && stack.line,
                    own,
                  )}
                >
                  {prefix !== undefined && <span className={stack.prefix}>{prefix} </span>}
                  <FlexRender cell={cell} />
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The column of what can be done with a row, at its end. */
export function actionsColumn<Row>(actions: (row: Row) => ReactNode): SimpleColumn<Row> {
  return {
    id: "change",
    header: "Change",
    meta: { hiddenHeader: true, className: "w-px max-tablet:ml-auto" },
    cell: ({ row }) => <span className="flex justify-end gap-4">{actions(row.original)}</span>,
  };
}
