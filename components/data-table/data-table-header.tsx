"use client";
/**
 * Renders the row of column headers, which stays at the top of the table. It is one stop of the tab order; arrows go
 * from header to header, with Shift they change the width, and Alt with the arrow down opens the column's menu.
 */
import { type DragEvent, type KeyboardEvent, Suspense, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./columns/column-slots";
import { clampWidth, moveColumn, WIDTH_STEP } from "./columns/column-state";
import type { DataTableInstance } from "./columns/columns";
import { DataTableColumnHeader } from "./columns/data-table-column-header";
import { fittingWidth, resizedColumns } from "./columns/measure";
import { ROW } from "./data-table-row";

const LazyColumnMenu = lazyComponent(
  async () => (await import("./columns/data-table-column-menu")).DataTableColumnMenu,
);

/** The MIME type of a dragged header prevents that anything else is dropped on one. */
const DRAGGED = "application/x-dealflow-column";

interface Props {
  table: DataTableInstance;
  slots: readonly ColumnSlot[];
  /** The headers of cards are there for screen readers alone, and cannot be pressed. */
  cards: boolean;
  /** It is true when every row is selected. */
  selected: boolean | "some";
  onSelectAll: () => void;
}

export function DataTableHeader({ table, slots, cards, selected, onSelectAll }: Props) {
  const [stop, setStop] = useState(0);
  const [menu, setMenu] = useState<{ id: string; anchor: DOMRect }>();
  const [target, setTarget] = useState<string>();
  const [resizing, setResizing] = useState(false);
  const headers = slots.filter((slot) => slot.in !== "");
  const tabStop = Math.min(stop, headers.length - 1);
  const opened = headers.find(({ column }) => column.id === menu?.id)?.column;

  function resize(cell: Element, id: string, width: number) {
    table.setColumnSizing((sizing) => ({ ...sizing, ...resizedColumns(cell), [id]: clampWidth(width) }));
  }

  function openMenu(cell: Element, id: string) {
    setMenu({ id, anchor: cell.getBoundingClientRect() });
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, id: string) {
    const cell = event.currentTarget.closest("[role=columnheader]");
    if (cell === null) return;
    if ((event.altKey && event.key === "ArrowDown") || event.key === "ContextMenu") {
      event.preventDefault();
      event.stopPropagation();
      return openMenu(cell, id);
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      // Enter and space press the header; the rows' own keys are for the rows.
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) return resize(cell, id, cell.getBoundingClientRect().width + by * WIDTH_STEP);
    const all = [...(cell.parentElement?.querySelectorAll("button") ?? [])];
    const shown = all.filter((button) => button.getClientRects().length > 0);
    shown[shown.indexOf(event.currentTarget) + by]?.focus();
  }

  function onDrop(event: DragEvent, id: string) {
    const dragged = event.dataTransfer.getData(DRAGGED);
    setTarget(undefined);
    if (dragged === "" || dragged === id) return;
    event.preventDefault();
    table.setColumnOrder((order) => moveColumn(order, dragged, id));
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the header of a grid of placed rows */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its headers are what takes the focus */}
      <div
        className={`${ROW} sticky top-0 z-head h-row-head! border-y border-t-line border-b-line-strong bg-surface-side text-11 max-tablet:sr-only`}
        role="row"
        data-row=""
        aria-rowindex={1}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its checkbox is what takes the focus */}
        <div role="columnheader" data-select="" className="flex items-center justify-center self-stretch">
          <input
            type="checkbox"
            aria-label="Select all loaded rows"
            className="focus-ring print:invisible size-3.5 cursor-pointer appearance-none rounded-1 border border-line-control bg-surface bg-center bg-no-repeat checked:border-accent checked:bg-accent checked:bg-(image:--check) indeterminate:border-accent indeterminate:bg-accent indeterminate:bg-(image:--dash)"
            checked={selected === true}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected === "some";
            }}
            tabIndex={cards ? -1 : 0}
            onChange={onSelectAll}
          />
        </div>
        {headers.map((slot, index) => {
          const { column } = slot;
          const props = cellProps(slot);
          const sorted = column.getSortIndex() === 0 ? column.getIsSorted() : false;
          const sort = sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending";
          if (cards)
            return (
              // biome-ignore lint/a11y/useSemanticElements: see the row
              // biome-ignore lint/a11y/useFocusableInteractive: it says how its column is called
              <div key={column.id} role="columnheader" aria-sort={sort}>
                {`${column.columnDef.header}`}
              </div>
            );
          return (
            // biome-ignore lint/a11y/useSemanticElements: see the row
            // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
            <div
              key={column.id}
              role="columnheader"
              aria-sort={sort}
              {...props}
              className={`${props.className} group/header relative h-full px-0! ${target === column.id ? "shadow-[inset_2px_0_0_var(--accent)]" : ""}`}
              draggable={!resizing}
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(DRAGGED)) return;
                event.preventDefault();
                setTarget(column.id);
              }}
              onDragLeave={() => setTarget(undefined)}
              onDragEnd={() => setTarget(undefined)}
              onDrop={(event) => onDrop(event, column.id)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu(event.currentTarget, column.id);
              }}
            >
              <DataTableColumnHeader
                column={column}
                tabStop={index === tabStop}
                onFocus={() => setStop(index)}
                onKeyDown={(event) => onKeyDown(event, column.id)}
                onMenu={(cell) => openMenu(cell, column.id)}
                onActive={setResizing}
                onResize={(cell, width) => resize(cell, column.id, width)}
              />
            </div>
          );
        })}
      </div>
      {menu !== undefined && opened !== undefined && (
        <Suspense>
          <LazyColumnMenu
            table={table}
            column={opened}
            anchor={menu.anchor}
            onFit={() => table.setColumnSizing((sizing) => ({ ...sizing, [opened.id]: fittingWidth(opened.id) }))}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
