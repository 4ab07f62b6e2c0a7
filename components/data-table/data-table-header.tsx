import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
/**
 * Renders the row of column headers, which stays at the top of the table. It is one stop of the tab order; arrows go
 * from header to header, with Shift they change the width, and Alt with the arrow down opens the column's menu.
 */
import { type DragEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { cellProps } from "./cell-props";
import type { ColumnSlot } from "./columns/column-slots";
import { clampWidth, moveColumn, WIDTH_STEP } from "./columns/column-state";
import type { DataTableInstance, TableColumn } from "./columns/columns";
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
        <LazyColumnMenu
          table={table}
          column={opened}
          anchor={menu.anchor}
          onFit={() => table.setColumnSizing((sizing) => ({ ...sizing, [opened.id]: fittingWidth(opened.id) }))}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

interface ColumnProps {
  column: TableColumn;
  tabStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  /** Opens the menu of the column, below its header. */
  onMenu: (header: Element) => void;
  /** The header itself cannot be dragged while its edge is pressed. */
  onActive: (active: boolean) => void;
  onResize: (header: Element, width: number) => void;
}

/** Shows the title of a column, which sorts, its menu, and the edge that changes its width. */
function DataTableColumnHeader({ column, tabStop, onFocus, onKeyDown, onMenu, onActive, onResize }: ColumnProps) {
  const { header, meta } = column.columnDef;
  const sorted = column.getIsSorted();
  const Arrow = sorted === "desc" ? ArrowDown : ArrowUp;
  const position = column.getSortIndex();
  return (
    <>
      <button
        type="button"
        className={`focus-ring-inset flex h-full min-w-0 flex-1 cursor-pointer items-center gap-[3px] rounded-1 px-2 hover:text-text-1 ${meta?.align === "end" ? "justify-end" : sorted ? "pr-0.5" : ""} ${sorted ? "font-medium text-text-1" : ""}`}
        tabIndex={tabStop ? 0 : -1}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Alt+ArrowDown"
        onFocus={onFocus}
        onClick={column.getToggleSortingHandler()}
        onKeyDown={onKeyDown}
      >
        {meta?.shortHeader === undefined ? (
          <span className="truncate">{`${header}`}</span>
        ) : (
          <>
            <span className="truncate @max-[822px]/table:hidden">{`${header}`}</span>
            <span className="hidden truncate @max-[822px]/table:inline">{meta.shortHeader}</span>
          </>
        )}
        {sorted && <Arrow size={12} aria-hidden="true" className="flex-none" />}
        {position > 0 && <span className="text-text-3">{position + 1}</span>}
      </button>
      <span
        aria-hidden="true"
        data-testid="column-menu"
        className="absolute inset-y-1 right-1 hidden cursor-pointer items-center rounded-1 bg-surface-side px-0.5 text-text-2 group-hover/header:flex hover:bg-surface-hover hover:text-text-1"
        onClick={({ currentTarget }) => onMenu(currentTarget.parentElement ?? currentTarget)}
      >
        <ChevronDown size={12} />
      </span>
      <ResizeHandle id={column.id} onActive={onActive} onResize={onResize} />
    </>
  );
}

/**
 * A pointer changes the width of a column by the edge of its header; two presses fit it to its cells. Keys do it on
 * the header.
 */
function ResizeHandle({ id, onActive, onResize }: Pick<ColumnProps, "onActive" | "onResize"> & { id: string }) {
  const [from, setFrom] = useState<{ x: number; width: number }>();
  const findHeader = ({ currentTarget }: PointerEvent) => currentTarget.parentElement ?? currentTarget;
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 -right-1 z-1 w-2 cursor-col-resize touch-none before:absolute before:inset-x-[3px] before:inset-y-1 before:content-[''] hover:before:bg-line-control data-[active]:before:bg-line-control"
      data-testid="column-edge"
      data-active={from !== undefined || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onActive(true);
        setFrom({ x: event.clientX, width: findHeader(event).getBoundingClientRect().width });
      }}
      onPointerMove={(event) => {
        if (from !== undefined && event.clientX !== from.x)
          onResize(findHeader(event), from.width + event.clientX - from.x);
      }}
      onLostPointerCapture={() => {
        setFrom(undefined);
        onActive(false);
      }}
      onDoubleClick={({ currentTarget }) => onResize(currentTarget.parentElement ?? currentTarget, fittingWidth(id))}
    />
  );
}
