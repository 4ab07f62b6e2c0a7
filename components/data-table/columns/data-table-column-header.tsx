"use client";

import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { TableColumn } from "./columns";
import { fittingWidth } from "./measure";

interface Props {
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
export function DataTableColumnHeader({ column, tabStop, onFocus, onKeyDown, onMenu, onActive, onResize }: Props) {
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
function ResizeHandle({ id, onActive, onResize }: Pick<Props, "onActive" | "onResize"> & { id: string }) {
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
