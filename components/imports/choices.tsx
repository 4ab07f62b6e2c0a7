/** Lets a person say how a file is read: its kind of records, the order of its dates, and whether it is all of its source. */
import { RECORD_KIND_TITLES, RECORD_KINDS, type RecordKind } from "@dealflow/contract/account/imports/record-kinds";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { LabelledSelect } from "@/components/ui/forms/labelled-field";
import { Options } from "@/components/ui/forms/options";
import { DAY_ORDERS, readDayOrder, setDayOrder } from "./edit-map";

interface KindProps {
  kind: string | undefined;
  /** The file is read as the last one with its columns was. */
  isRemembered: boolean;
  isFixed: boolean;
  /** Has a map proposed for the kind. */
  onChange: (kind: RecordKind) => void;
}

/** The records of a file are recognized, and a person may know better. */
export function KindChoice({ kind = "", isRemembered, isFixed, onChange }: KindProps) {
  const choose = (value: string) => {
    const chosen = RECORD_KINDS.find((one) => one === value);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <div className="mb-4 grid gap-4">
      <LabelledSelect label="Records" value={kind} disabled={isFixed} onChange={({ target }) => choose(target.value)}>
        {kind === "" && <option value="">Not recognized</option>}
        <Options of={RECORD_KINDS.map((value) => ({ value, title: RECORD_KIND_TITLES[value] }))} />
      </LabelledSelect>
      {isRemembered && (
        <div className="grid justify-items-start gap-2 text-12 text-text-2">
          <p>Read as the last file with these columns was.</p>
          <Button disabled={isFixed} onClick={() => choose(kind)}>
            Recognize columns again
          </Button>
        </div>
      )}
    </div>
  );
}

const DAY_ORDER_TITLES = { "dd/mm": "Day first (31/12)", "mm/dd": "Month first (12/31)" } as const;

interface DayOrderProps {
  map: string;
  isFixed: boolean;
  onMap: (map: string) => void;
}

/** Lets a person choose the order of dates that state the month as a number next to the day. */
export function DayOrderChoice({ map, isFixed, onMap }: DayOrderProps) {
  const order = readDayOrder(map);
  const choose = (value: string) => {
    const chosen = DAY_ORDERS.find((one) => one === value);
    if (chosen !== undefined) onMap(setDayOrder(map, chosen));
  };
  return order === undefined ? null : (
    <div className="mb-4">
      <LabelledSelect label="Dates" value={order} disabled={isFixed} onChange={({ target }) => choose(target.value)}>
        <Options of={DAY_ORDERS.map((value) => ({ value, title: DAY_ORDER_TITLES[value] }))} />
      </LabelledSelect>
    </div>
  );
}

interface FullProps {
  source?: string | undefined;
  isFull: boolean;
  isFixed: boolean;
  onChange: (isFull: boolean) => void;
}

export function FullChoice({ source, isFull, isFixed, onChange }: FullProps) {
  const box = useId();
  const words = useId();
  return (
    <div className="mb-4 flex items-start gap-2">
      <span className="mt-[3px] inline-flex">
        <Checkbox
          id={box}
          aria-describedby={words}
          checked={isFull}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
      <div>
        <label htmlFor={box} className="cursor-pointer">
          The file is the whole of its source{source !== undefined && `, ${source}`}
        </label>
        <p id={words} className="text-12 text-text-2">
          Records of earlier files that it lacks, and that no other source states, are withdrawn.
        </p>
      </div>
    </div>
  );
}
