"use client";

import { LazyColumnsPanel } from "@/components/feed/lazy";
import { choiceOf } from "@/components/table/column-choice";
import { type Column, layoutNow } from "@/components/table/columns";
import { Popover } from "@/components/ui/popover";
import type { OwnColumns } from "./own-columns";

/** Opens the list of columns. */
export function ColumnsButton<Row>({ columns, own }: { columns: readonly Column<Row>[]; own: OwnColumns }) {
  return (
    <Popover label="Columns" title="Columns">
      {() => (
        <LazyColumnsPanel
          columns={columns}
          choice={own.choice ?? choiceOf(columns, layoutNow())}
          own={own.choice !== undefined}
          onChoose={own.choose}
        />
      )}
    </Popover>
  );
}
