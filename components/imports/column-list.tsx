/** Lists the columns of a file with the fields that they fill, which a person may change. */
import type { ImportInspection } from "@dealflow/contract/account/imports/imports";
import { SectionTitle } from "@/components/shell/section";
import { Options } from "@/components/ui/forms/options";
import { notify } from "@/components/ui/hooks/notify";
import { cn } from "@/lib/cn";
import { moveColumn } from "./edit-map";
import { fieldTitle } from "./words";

interface Props {
  inspection: ImportInspection;
  isFixed: boolean;
  onMap: (map: string) => void;
  onUndo: (map: string) => void;
}

/** A person should look at a column below this confidence. */
const SURE = 0.6;

export function ColumnList({ inspection, isFixed, onMap, onUndo }: Props) {
  const { columns, fields, map } = inspection;
  // Each field has one column, so another one may lose it.
  const choose = (column: string, field: string | null) => {
    onMap(moveColumn(map, column, field));
    const loser = columns.find((one) => one.field !== null && one.field === field && one.column !== column);
    if (loser !== undefined)
      notify(`${loser.column} is not imported any more.`, { label: "Undo", run: () => onUndo(map) });
  };
  const used = columns.filter(({ field }) => field !== null).length;
  return (
    <section aria-label="Columns">
      <SectionTitle className="mb-2" aside={`${used} of ${columns.length} recognized`}>
        Columns
      </SectionTitle>
      <ul className="border-t border-line-strong">
        {columns.map(({ column, field, confidence, why, samples }) => (
          <li key={column} className="border-b border-line py-1.5" title={why}>
            <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.7fr)] items-center gap-2">
              <span className="truncate">{column}</span>
              <span aria-hidden="true" className="text-text-3">
                →
              </span>
              <select
                aria-label={`Field for ${column}`}
                className={cn(
                  "focus-ring h-control min-w-0 rounded-2 border border-transparent bg-transparent text-12 hover:border-line-control in-data-touch:h-row-touch",
                  field === null ? "text-text-2" : confidence < SURE ? "text-warn-text" : "text-ok-text",
                )}
                disabled={isFixed}
                value={field ?? ""}
                onChange={(event) => choose(column, event.target.value || null)}
              >
                <option value="">not imported</option>
                <Options of={fields.map((value) => ({ value, title: fieldTitle(value) }))} />
              </select>
            </div>
            {samples.length > 0 && <p className="truncate text-11 text-text-2">{samples.join(" · ")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
