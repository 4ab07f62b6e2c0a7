/** Sets two numbers, both optional: typed in the unit's own shorthand, or the usual lower bounds at a click. */

import type { AnyQuery, RangeFilter } from "@dealflow/contract/filters";
import { AMOUNT_BANDS_USD } from "@dealflow/contract/records/amount-bands";
import { useId, useState } from "react";
import { withValue } from "@/lib/filters/edit";
import { shortAmount } from "@/lib/format/money";
import { WidenedNote } from "../widened-note";
import { EntryField, Problem } from "./entry-field";
import { ChoiceButton } from "./facet-buttons";
import { useFacet } from "./facet-context";
import { aboveBound, formatReadError, readBound, readRange, type TypedRange } from "./range-text";

/** These steps are edges at which previews give amounts. */
const STEPS = [1e6, 5e6, 25e6, 100e6, 1e9] as const satisfies (typeof AMOUNT_BANDS_USD)[number][];

const PLACEHOLDERS = { usd: ["0", "1.2bn"], year: ["1990", "2026"], people: ["0", "100"] } as const;

export function RangeFacet({ filter }: { filter: RangeFilter }) {
  const { query, edit } = useFacet();
  const id = useId();
  const [problem, setProblem] = useState<{ param: string; text: string }>();
  const clear = () => setProblem(undefined);
  const [from, to] = PLACEHOLDERS[filter.unit];

  function set(param: string, value: number | undefined) {
    clear();
    edit((before) => withValue(before, param, value));
  }

  function read(param: string, text: string): boolean {
    const range = filter.max === undefined ? undefined : readRange(filter.unit, text);
    if (range !== undefined) return setRange(param, range);
    const value = text === "" ? undefined : readBound(filter.unit, text);
    const wrong =
      text !== "" && value === undefined ? formatReadError(filter) : aboveBound(filter, withValue(query, param, value));
    if (wrong !== undefined) setProblem({ param, text: wrong });
    else set(param, value);
    return wrong === undefined;
  }

  function setRange(param: string, { low, high }: TypedRange): boolean {
    const withEnd = (before: AnyQuery, end: string | undefined, value: number | undefined) =>
      end === undefined || value === undefined ? before : withValue(before, end, value);
    const withRange = (before: AnyQuery) => withEnd(withEnd(before, filter.min, low), filter.max, high);
    const wrong = aboveBound(filter, withRange(query));
    if (wrong !== undefined) setProblem({ param, text: wrong });
    else {
      clear();
      edit(withRange);
    }
    return wrong === undefined;
  }

  const field = (param: string, end: string, placeholder: string) => (
    <EntryField
      label={`${filter.label}, ${end}`}
      placeholder={placeholder}
      list={filter.unit === "usd" ? `${id}-edges` : undefined}
      inputMode={filter.unit === "usd" ? "text" : "numeric"}
      text={boundText(filter.unit, query[param])}
      problemId={problem?.param === param ? id : undefined}
      onText={(text) => read(param, text)}
      onTyping={clear}
    />
  );

  return (
    <>
      <div className="flex items-center gap-[7px] text-12 text-text-2 in-data-touch:gap-5 in-data-touch:text-13">
        {filter.max === undefined && <span className="shrink-0">at least</span>}
        {field(filter.min, "from", from)}
        {filter.max !== undefined && (
          <>
            <span>to</span>
            {field(filter.max, "to", to)}
          </>
        )}
      </div>
      <Problem id={id}>{problem?.text}</Problem>
      <WidenedNote />
      {filter.unit === "usd" && (
        <datalist id={`${id}-edges`}>
          {AMOUNT_BANDS_USD.map((edge) => (
            <option key={edge} value={shortAmount(edge)} />
          ))}
        </datalist>
      )}
      {filter.unit === "usd" && (
        <fieldset className="mt-2 flex gap-1 in-data-touch:gap-2">
          <legend className="sr-only">{filter.label} from</legend>
          {STEPS.map((step) => {
            const pressed = query[filter.min] === step;
            return (
              <ChoiceButton key={step} pressed={pressed} onClick={() => stepTo(pressed ? undefined : step)}>
                {shortAmount(step)}
              </ChoiceButton>
            );
          })}
        </fieldset>
      )}
    </>
  );

  function stepTo(step: number | undefined) {
    const wrong = aboveBound(filter, withValue(query, filter.min, step));
    if (wrong === undefined) set(filter.min, step);
    else setProblem({ param: filter.min, text: wrong });
  }
}

function boundText(unit: RangeFilter["unit"], value: AnyQuery[string]): string {
  if (typeof value !== "number") return "";
  return unit === "usd" ? shortAmount(value) : String(value);
}
