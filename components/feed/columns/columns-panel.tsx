"use client";
/** Which columns the table shows and in which order; every change is there at once. */
import { ChevronDown, ChevronUp, Pin } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { usePreferences } from "@/components/shell/preferences-provider";
import { type ColumnChoice, moved, withColumn, withPin } from "@/components/table/column-choice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Segmented } from "@/components/ui/segmented";

interface Props {
  columns: readonly { readonly id: string; readonly head: string }[];
  /** What the table shows now. */
  choice: readonly ColumnChoice[];
  /** Whether that is a person's own choice. */
  own: boolean;
  onChoose: (next: readonly ColumnChoice[] | undefined) => void;
}

export function ColumnsPanel({ columns, choice, own, onChoose }: Props) {
  const [announcement, setAnnouncement] = useState("");
  const headOf = (id: string) => columns.find((column) => column.id === id)?.head ?? id;
  const hidden = columns.filter(({ id }) => !choice.some((one) => one.id === id));

  function move(event: MouseEvent<HTMLButtonElement>, id: string, by: -1 | 1) {
    const button = event.currentTarget;
    const next = moved(choice, id, by);
    flushSync(() => onChoose(next));
    setAnnouncement(`${headOf(id)}, column ${next.findIndex((one) => one.id === id) + 1} of ${next.length}`);
    // The row has moved under it; at an end the other direction is what is left.
    if (button.disabled) button.parentElement?.querySelector<HTMLElement>("button:enabled")?.focus();
    else button.focus();
  }

  return (
    <div className="columns-panel">
      <div className="columns-head">
        <h2 className="text-13 font-medium">Columns</h2>
        <Button look="quiet" disabled={!own} onClick={() => onChoose(undefined)}>
          Reset
        </Button>
      </div>
      <ul>
        {choice.map((one, index) => {
          const head = headOf(one.id);
          const [before, after] = [choice[index - 1], choice[index + 1]];
          return (
            <li key={one.id}>
              <Line
                head={head}
                shown
                fixed={choice.length === 1}
                onChange={() => onChoose(withColumn(choice, one.id, false))}
              />
              <Tool
                label={`Move ${head} up`}
                disabled={before === undefined || before.pinned !== one.pinned}
                onPress={(event) => move(event, one.id, -1)}
              >
                <ChevronUp size={14} />
              </Tool>
              <Tool
                label={`Move ${head} down`}
                disabled={after === undefined || after.pinned !== one.pinned}
                onPress={(event) => move(event, one.id, 1)}
              >
                <ChevronDown size={14} />
              </Tool>
              <Tool
                label={`Pin ${head}`}
                pressed={one.pinned === true}
                onPress={({ currentTarget }) => {
                  flushSync(() => onChoose(withPin(choice, one.id, !one.pinned)));
                  currentTarget.focus();
                }}
              >
                <Pin size={14} />
              </Tool>
            </li>
          );
        })}
      </ul>
      {hidden.length > 0 && (
        <ul aria-label="Not shown" className="columns-hidden">
          {hidden.map(({ id, head }) => (
            <li key={id}>
              <Line head={head} shown={false} fixed={false} onChange={() => onChoose(withColumn(choice, id, true))} />
            </li>
          ))}
        </ul>
      )}
      <div className="columns-rows">
        Rows
        <DensityControl />
      </div>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

function Line(props: { head: string; shown: boolean; fixed: boolean; onChange: () => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box in it is ours
    <label className="columns-line">
      <Checkbox checked={props.shown} disabled={props.fixed} onChange={props.onChange} />
      {props.head}
    </label>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onPress: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

function Tool({ label, disabled = false, pressed, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className="columns-tool focus-ring"
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function DensityControl() {
  const { density, choose } = usePreferences();
  return (
    <Segmented
      label="Rows"
      options={[
        { value: "compact", title: "Compact" },
        { value: "comfortable", title: "Comfortable" },
      ]}
      value={density}
      onChange={(value) => choose("density", value)}
    />
  );
}
