/** Chooses the columns of the table and their order; every change applies immediately. */
import { ChevronDown, ChevronUp, type LucideIcon, Pin } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { moveColumn } from "./column-state";
import type { DataTableInstance, Layout, TableColumn } from "./columns";

interface Props {
  table: DataTableInstance;
  /** This layout decides which columns are shown; it is absent when a person chose them. */
  layout: Layout | undefined;
  onReset: (() => void) | undefined;
  /** The children are further choices about the table. */
  children: ReactNode;
}

const LINE = "flex h-row-compact in-data-touch:h-row-touch items-center rounded-2 pl-1 hover:bg-surface-hover";

export function DataTableViewOptions({ table, layout, onReset, children }: Props) {
  const [announcement, setAnnouncement] = useState("");
  const shown = table
    .getVisibleLeafColumns()
    .filter(({ columnDef: { meta } }) => layout === undefined || meta?.widths?.[layout] !== undefined);
  const hidden = table.getAllLeafColumns().filter((column) => !shown.includes(column));

  function move(event: MouseEvent<HTMLButtonElement>, column: TableColumn, target: TableColumn) {
    const button = event.currentTarget;
    flushSync(() => table.setColumnOrder((order) => moveColumn(order, column.id, target.id)));
    setAnnouncement(`${column.columnDef.header}, column ${shown.indexOf(target) + 1} of ${shown.length}`);
    // The row has moved under the button; at an end only the other direction is left.
    if (button.disabled) button.parentElement?.querySelector<HTMLElement>("button:enabled")?.focus();
    else button.focus();
  }

  return (
    <div className="w-72 p-2 in-data-touch:w-[calc(100vw-24px)]">
      <div className="flex items-center justify-between px-1 pb-1.5">
        <h2 className="text-13 font-medium">Columns</h2>
        <Button variant="quiet" disabled={onReset === undefined} onClick={onReset}>
          Reset
        </Button>
      </div>
      <ul>
        {shown.map((column, index) => {
          const header = `${column.columnDef.header}`;
          const pinned = column.getIsPinned() !== false;
          const [before, after] = [shown[index - 1], shown[index + 1]].map((other) =>
            other !== undefined && (other.getIsPinned() !== false) === pinned ? other : undefined,
          );
          return (
            <li key={column.id} className={LINE}>
              <Line header={header} shown fixed={shown.length === 1} onChange={() => column.toggleVisibility(false)} />
              <Tool
                icon={ChevronUp}
                label={`Move ${header} up`}
                disabled={before === undefined}
                onPress={(event) => before && move(event, column, before)}
              />
              <Tool
                icon={ChevronDown}
                label={`Move ${header} down`}
                disabled={after === undefined}
                onPress={(event) => after && move(event, column, after)}
              />
              <Tool
                icon={Pin}
                label={`Pin ${header}`}
                pressed={pinned}
                onPress={({ currentTarget }) => {
                  flushSync(() => column.pin(pinned ? false : "start"));
                  currentTarget.focus();
                }}
              />
            </li>
          );
        })}
      </ul>
      {hidden.length > 0 && (
        <ul aria-label="Not shown" className="mt-1.5 border-t border-line pt-1.5">
          {hidden.map((column) => (
            <li key={column.id} className={LINE}>
              <Line
                header={`${column.columnDef.header}`}
                shown={false}
                fixed={false}
                onChange={() => column.toggleVisibility(true)}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

function Line(props: { header: string; shown: boolean; fixed: boolean; onChange: () => void }) {
  return (
    <label className="flex flex-1 cursor-pointer items-center gap-2 self-stretch text-12">
      <Checkbox checked={props.shown} disabled={props.fixed} onChange={props.onChange} />
      {props.header}
    </label>
  );
}

interface ToolProps {
  icon: LucideIcon;
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

function Tool({ icon: Icon, label, disabled = false, pressed, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="focus-ring inline-flex size-[26px] in-data-touch:size-11 cursor-pointer items-center justify-center rounded-2 text-text-2 enabled:hover:text-text-1 disabled:cursor-default disabled:text-text-disabled aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}
