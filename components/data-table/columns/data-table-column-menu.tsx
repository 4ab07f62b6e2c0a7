/** Offers to sort, group, pin, move, fit or hide a column. The menu is open while mounted. */
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  Group,
  MoveHorizontal,
  Pin,
  PinOff,
  Ungroup,
  X,
} from "lucide-react";
import { flushSync } from "react-dom";
import { focusFirst, placesAround } from "@/components/ui/focus";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { moveColumn } from "./column-state";
import type { DataTableInstance, TableColumn } from "./columns";

interface Props {
  table: DataTableInstance;
  column: TableColumn;
  /** The menu opens below this header. */
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
  const findNeighbor = (by: -1 | 1) => {
    const other = columns[index + by];
    return other !== undefined && (other.getIsPinned() !== false) === pinned ? other : undefined;
  };
  const move = (by: -1 | 1) => {
    const other = findNeighbor(by);
    if (other !== undefined) table.setColumnOrder((order) => moveColumn(order, column.id, other.id));
  };
  function close() {
    const places = placesAround(document.querySelector(`[role=columnheader][data-column="${column.id}"]`));
    // The header of a hidden column leaves with this, and the next one has the focus.
    flushSync(onClose);
    focusFirst(places);
  }
  return (
    <Menu
      label={`${column.columnDef.header}`}
      anchor={{ position: "fixed", left: anchor.left, top: anchor.top, width: anchor.width, height: anchor.height }}
      onClose={close}
    >
      <MenuItem icon={ArrowUp} onSelect={() => column.toggleSorting(false)}>
        Sort ascending
      </MenuItem>
      <MenuItem icon={ArrowDown} onSelect={() => column.toggleSorting(true)}>
        Sort descending
      </MenuItem>
      {others && !sorted && (
        <MenuItem icon={ArrowUp} onSelect={() => column.toggleSorting(column.columnDef.sortDescFirst === true, true)}>
          Then sort by this
        </MenuItem>
      )}
      {sorted && (
        <MenuItem icon={X} onSelect={() => column.clearSorting()}>
          Clear sorting
        </MenuItem>
      )}
      <MenuItem icon={grouped ? Ungroup : Group} onSelect={() => table.setGrouping(grouped ? [] : [column.id])}>
        {grouped ? "Ungroup" : "Group rows"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={pinned ? PinOff : Pin} onSelect={() => column.pin(pinned ? false : "start")}>
        {pinned ? "Unpin" : "Pin to the left"}
      </MenuItem>
      <MenuItem icon={ArrowLeft} disabled={findNeighbor(-1) === undefined} onSelect={() => move(-1)}>
        Move left
      </MenuItem>
      <MenuItem icon={ArrowRight} disabled={findNeighbor(1) === undefined} onSelect={() => move(1)}>
        Move right
      </MenuItem>
      <MenuItem icon={MoveHorizontal} onSelect={onFit}>
        Fit to content
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={EyeOff} disabled={columns.length === 1} onSelect={() => column.toggleVisibility(false)}>
        Hide column
      </MenuItem>
    </Menu>
  );
}
