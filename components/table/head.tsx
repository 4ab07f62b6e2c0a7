import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { type Column, layoutsOf } from "./columns";

/** The row of column heads, which stays at the top of the table. */
export function TableHead<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the head of a grid of placed rows
    // biome-ignore lint/a11y/useFocusableInteractive: heads do nothing yet
    <div className="vtable-head" role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const Arrow = column.sorted === "descending" ? ArrowDown : ArrowUp;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the row
          // biome-ignore lint/a11y/useFocusableInteractive: see the row
          <div
            key={column.id}
            role="columnheader"
            className="vtable-cell"
            data-column={column.id}
            data-in={layoutsOf(column)}
            data-end={column.end}
            aria-sort={column.sorted}
          >
            {column.shortHead === undefined ? (
              column.head
            ) : (
              <>
                <span className="vtable-long">{column.head}</span>
                <span className="vtable-short">{column.shortHead}</span>
              </>
            )}
            {column.sorted && <Arrow size={12} aria-hidden="true" />}
          </div>
        );
      })}
    </div>
  );
}
