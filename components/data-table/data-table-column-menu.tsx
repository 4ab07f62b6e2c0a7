"use client";
/** The menu of a column: sort, group, pin, move, fit, hide. It is open for as long as it is mounted. */
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  Group,
  type LucideIcon,
  MoveHorizontal,
  Pin,
  PinOff,
  Ungroup,
  X,
} from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { moveColumn } from "./column-state";
import type { DataTableInstance, TableColumn } from "./columns";

interface Props {
  table: DataTableInstance;
  column: TableColumn;
  /** The header. */
  anchor: DOMRect;
  onFit: () => void;
  onClose: () => void;
}

export function DataTableColumnMenu({ table, column, anchor, onFit, onClose }: Props) {
  const columns = table.getVisibleLeafColumns();
  const index = columns.findIndex(({ id }) => id === column.id);
  const sorted = column.getIsSorted();
  const grouped = column.getIsGrouped();
  const pinned = column.getIsPinned() !== false;
  const others = table.state.sorting.some(({ id }) => id !== column.id);
  const beside = (by: -1 | 1) => {
    const other = columns[index + by];
    return other !== undefined && (other.getIsPinned() !== false) === pinned ? other : undefined;
  };
  const move = (by: -1 | 1) => {
    const other = beside(by);
    if (other !== undefined) table.setColumnOrder((order) => moveColumn(order, column.id, other.id));
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed"
          style={{ left: anchor.left, top: anchor.top, width: anchor.width, height: anchor.height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={`${column.columnDef.header}`}
          aria-labelledby={undefined}
          className="z-popover min-w-48 rounded-3 bg-surface-pop p-1 text-12 shadow-pop"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>(`[role=columnheader][data-column="${column.id}"] button`)?.focus();
          }}
        >
          <Item icon={ArrowUp} onSelect={() => column.toggleSorting(false)}>
            Sort ascending
          </Item>
          <Item icon={ArrowDown} onSelect={() => column.toggleSorting(true)}>
            Sort descending
          </Item>
          {others && !sorted && (
            <Item icon={ArrowUp} onSelect={() => column.toggleSorting(column.columnDef.sortDescFirst === true, true)}>
              Then sort by this
            </Item>
          )}
          {sorted && (
            <Item icon={X} onSelect={() => column.clearSorting()}>
              Clear sorting
            </Item>
          )}
          <Item icon={grouped ? Ungroup : Group} onSelect={() => table.setGrouping(grouped ? [] : [column.id])}>
            {grouped ? "Ungroup" : "Group rows"}
          </Item>
          <Separator />
          <Item icon={pinned ? PinOff : Pin} onSelect={() => column.pin(pinned ? false : "start")}>
            {pinned ? "Unpin" : "Pin to the left"}
          </Item>
          <Item icon={ArrowLeft} disabled={beside(-1) === undefined} onSelect={() => move(-1)}>
            Move left
          </Item>
          <Item icon={ArrowRight} disabled={beside(1) === undefined} onSelect={() => move(1)}>
            Move right
          </Item>
          <Item icon={MoveHorizontal} onSelect={onFit}>
            Fit to content
          </Item>
          <Separator />
          <Item icon={EyeOff} disabled={columns.length === 1} onSelect={() => column.toggleVisibility(false)}>
            Hide column
          </Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: LucideIcon;
  disabled?: boolean;
  onSelect: () => void;
  children: string;
}

function Item({ icon: Icon, disabled = false, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className="flex h-7 cursor-pointer items-center gap-2 rounded-2 px-2 outline-none data-disabled:cursor-default data-disabled:text-text-disabled data-highlighted:bg-surface-hover"
    >
      <Icon size={14} aria-hidden="true" className="text-text-2" />
      {children}
    </DropdownMenu.Item>
  );
}

function Separator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
