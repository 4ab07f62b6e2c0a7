/** Renders a table of few rows, all of them in the document; below its breakpoint each row is a stack of lines. */
import { tableFeatures, useTable } from "@tanstack/react-table";
import { Fragment, type ReactNode } from "react";
import { cn } from "@/lib/cn";

interface SimpleColumnMeta {
  readonly align?: "end";
  /** The class applies to the cells and the header. */
  readonly className?: string;
  /** Says on hover what the column holds. */
  readonly help?: string;
  /** The header is there for screen readers alone. */
  readonly hiddenHeader?: true;
  /** The cell has its own line in a stack. */
  readonly line?: true;
  /** Precedes the value in a stack, where no header does. */
  readonly prefix?: string;
}

/** Describes a column of TanStack Table, as far as these tables use it. The first column names the row. */
export interface SimpleColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (context: { readonly row: { readonly original: Row } }) => ReactNode;
  readonly meta?: SimpleColumnMeta;
}

const features = tableFeatures({ columnMeta: {} as SimpleColumnMeta });

/** Rows are stacks below these breakpoints. */
const STACKED = {
  tablet: {
    block: "max-tablet:block",
    head: "max-tablet:sr-only",
    row: "max-tablet:flex max-tablet:flex-wrap max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-1 max-tablet:py-2.5",
    cell: "max-tablet:h-auto max-tablet:p-0 max-tablet:text-left max-tablet:first:pl-0 max-tablet:has-[[data-missing]]:hidden",
    missing: "max-tablet:hidden",
    line: "max-tablet:w-full max-tablet:max-w-full max-tablet:whitespace-normal",
    prefix: "tablet:hidden",
  },
  panel: {
    block: "max-panel:block",
    head: "max-panel:sr-only",
    row: "max-panel:flex max-panel:flex-wrap max-panel:items-center max-panel:gap-x-3 max-panel:gap-y-1 max-panel:py-2.5",
    cell: "max-panel:h-auto max-panel:p-0 max-panel:text-left max-panel:first:pl-0 max-panel:has-[[data-missing]]:hidden",
    missing: "max-panel:hidden",
    line: "max-panel:w-full max-panel:max-w-full max-panel:whitespace-normal",
    prefix: "panel:hidden",
  },
} as const;

interface Props<Row> {
  caption: string;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Rows are never stacks without a breakpoint. */
  stacked?: keyof typeof STACKED;
  className?: string;
  /** Replaces the cells of a row, except the first and last, by a text. */
  message?: (row: Row) => string | undefined;
  /** The section is the heading above the rows that have it in common. */
  section?: (row: Row) => string;
  rowTestId?: string;
  /** Rows are as low as those of a feed. */
  dense?: boolean;
  /** Replaces a table without rows. */
  empty?: string;
}

export function SimpleTable<Row extends object>(props: Props<Row>) {
  const {
    caption,
    columns,
    rows,
    rowId,
    stacked,
    className,
    message,
    section,
    rowTestId,
    dense = false,
    empty,
  } = props;
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  const stack = stacked && STACKED[stacked];
  if (rows.length === 0 && empty !== undefined)
    return <p className="px-[var(--row-gutter,16px)] py-2 text-text-2">{empty}</p>;
  return (
    <table className={cn("w-full border-collapse", stack?.block, className)}>
      <caption className="sr-only">{caption}</caption>
      <thead className={stack?.head}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} className="border-y border-line-strong bg-surface-side">
            {group.headers.map((header) => {
              const { align, className: own, help, hiddenHeader } = header.column.columnDef.meta ?? {};
              return (
                <th
                  key={header.id}
                  scope="col"
                  title={help}
                  className={cn(
                    "h-row-head whitespace-nowrap py-1 pr-4 font-regular text-11 text-text-2 first:pl-4",
                    align === "end" ? "text-right" : "text-left",
                    own,
                  )}
                >
                  <span className={hiddenHeader && "sr-only"}>{`${header.column.columnDef.header}`}</span>
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody className={stack?.block}>
        {table.getRowModel().rows.map((row, index, all) => {
          const heading = section?.(row.original);
          const before = all[index - 1];
          const text = message?.(row.original);
          return (
            <Fragment key={row.id}>
              {heading !== undefined && (before === undefined || section?.(before.original) !== heading) && (
                <SectionRow heading={heading} columns={columns} />
              )}
              <tr
                className={cn(
                  "border-b border-line max-tablet:px-[var(--row-gutter,16px)]",
                  stack?.row,
                  section && "hover:bg-surface-hover",
                )}
                data-testid={rowTestId}
              >
                {row.getAllCells().map((cell, at, cells) => {
                  if (text !== undefined && at > 1 && at < cells.length - 1) return null;
                  if (text !== undefined && at === 1)
                    return (
                      <td
                        key={cell.id}
                        colSpan={cells.length - 2}
                        className={cn("py-1 pr-4 text-12 text-text-2", stack?.cell, stack?.line)}
                      >
                        {text}
                      </td>
                    );
                  const { align, className: own, line, prefix } = cell.column.columnDef.meta ?? {};
                  const Cell = at === 0 && !section ? "th" : "td";
                  const content = render(cell.column.columnDef.cell, cell.getContext());
                  return (
                    <Cell
                      key={cell.id}
                      // A name may be cut.
                      title={Cell === "th" && typeof content === "string" ? content : undefined}
                      scope={Cell === "th" ? "row" : undefined}
                      data-cell={cell.column.id}
                      className={cn(
                        "whitespace-nowrap py-1 pr-4 first:pl-4",
                        dense ? "h-row-compact" : "h-row-comfortable",
                        Cell === "th" ? "text-left font-medium" : "text-text-2",
                        align === "end" && "text-right",
                        stack?.cell,
                        (at === 0 || line) && stack?.line,
                        // A stack has no columns, so a value that is not there leaves no gap.
                        content === "–" && stack?.missing,
                        own,
                      )}
                    >
                      {prefix !== undefined && <span className={stack?.prefix}>{prefix} </span>}
                      {content}
                    </Cell>
                  );
                })}
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/**
 * The function is called and not mounted: columns are often created again, and text typed in their cells has to stay.
 */
function render<Context>(cell: string | ((context: Context) => ReactNode) | undefined, context: Context): ReactNode {
  return typeof cell === "function" ? cell(context) : cell;
}

/** Creates a column by what its cell shows of a row. */
export function column<Row>(
  id: string,
  header: string,
  meta: SimpleColumnMeta,
  cell: (row: Row) => ReactNode,
): SimpleColumn<Row> {
  return { id, header, meta, cell: ({ row }) => cell(row.original) };
}

/** Creates a column of numbers. In a stack the prefix, by default the header, precedes them. */
export function numberColumn<Row>(
  id: string,
  header: string,
  number: (row: Row) => string | number,
  prefix = header,
): SimpleColumn<Row> {
  return column(id, header, { align: "end", prefix }, number);
}

/** Creates the last column, with the actions on a row. */
/** @param width the class of its width where the table has a fixed layout */
export function actionsColumn<Row>(actions: (row: Row) => ReactNode, width = "w-px"): SimpleColumn<Row> {
  return {
    id: "change",
    header: "Change",
    meta: { hiddenHeader: true, className: `${width} max-tablet:ml-auto max-tablet:w-auto` },
    cell: ({ row }) => <span className="flex justify-end gap-4">{actions(row.original)}</span>,
  };
}

/** The heading needs a cell for each column, because the width decides which of them are there. */
function SectionRow<Row>({ heading, columns }: { heading: string; columns: readonly SimpleColumn<Row>[] }) {
  return (
    <tr className="border-b border-line">
      {columns.map(({ id, meta }, index) =>
        index === 0 ? (
          <th
            key={id}
            scope="row"
            className={cn(
              "h-row-compact whitespace-nowrap text-left text-12 font-medium text-text-2 first:pl-4",
              meta?.className,
            )}
          >
            {heading}
          </th>
        ) : (
          <td key={id} className={meta?.className} />
        ),
      )}
    </tr>
  );
}
