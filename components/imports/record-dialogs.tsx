import { CORRECTABLE_FIELDS } from "@dealflow/contract/account/imports/corrections";
import { IMPORTS, type RecordComparison, type RecordOrigin } from "@dealflow/contract/account/imports/imports";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { ENTRY, TextEntry } from "@/components/ui/forms/labelled-field";
import { Options } from "@/components/ui/forms/options";
import { exactTime } from "@/lib/format/dates";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { recordOriginQuery } from "@/lib/queries/imports";
import { fieldTitle, idIn, RECORD_HINT } from "./words";

interface Props {
  /** The event with this id is named at first; none when the text is empty. */
  initial: string;
  onClose: () => void;
}

/** Corrects facts of one round, acquisition or exec move. */
export function CorrectDialog({ initial, onClose }: Props) {
  const [record, setRecord] = useState(initial);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const { data: origin, error } = useQuery(recordOriginQuery(idIn(record)));
  const correct = useAccountMutation(IMPORTS.correctRecord, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  const fields = listFields(origin?.kind);
  const free = fields.filter((field) => values[field] === undefined);
  return (
    <FormDialog
      title="Correct an event"
      submit="Correct"
      status={correct}
      disabled={Object.keys(values).length === 0 || reason.trim() === ""}
      onSubmit={() => correct.mutate({ body: { record, values, reason } })}
      onClose={onClose}
    >
      <p className="text-text-2">
        What you correct stays as you state it, also when later imports say otherwise. Undo the correction in the list
        of imports.
      </p>
      <TextEntry
        label="Round, acquisition or exec move"
        hint={origin ? (fields.length > 0 ? origin.title : `${origin.title} is not an event`) : RECORD_HINT}
        problem={error?.message}
        value={record}
        onChange={(text) => {
          setRecord(text);
          setValues({});
        }}
      />
      {Object.entries(values).map(([field, value]) => (
        <TextEntry
          key={field}
          label={fieldTitle(field)}
          labelLink={
            <Button variant="quiet" onClick={() => setValues(({ [field]: _, ...others }) => others)}>
              Remove
            </Button>
          }
          hint={fieldHint(field)}
          value={value}
          onChange={(text) => setValues({ ...values, [field]: text })}
        />
      ))}
      {free.length > 0 && (
        <select
          aria-label="Add a fact to correct"
          className={ENTRY}
          value=""
          onChange={({ target }) => setValues({ ...values, [target.value]: origin?.facts[target.value] ?? "" })}
        >
          <option value="" disabled>
            Add a fact…
          </option>
          <Options of={free.map((value) => ({ value, title: fieldTitle(value) }))} />
        </select>
      )}
      <TextEntry label="Reason" hint="The list of imports shows it" value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function listFields(kind: string | undefined): readonly string[] {
  return Object.entries(CORRECTABLE_FIELDS).find(([name]) => name === kind)?.[1] ?? [];
}

const HINTS: Readonly<Record<string, string>> = {
  amount:
    "Such as $5m or EUR 2,500,000, which loses its dollars without an exchange rate; empty for an undisclosed amount",
  round: "Such as seed or Series A; empty if unknown",
  announcedAt: "Such as 2026-05-04, 2026-05 or 2026",
  investors: "All of them, separated by commas or semicolons",
  isMerger: "true or false",
  moveType: "Such as appointment or departure",
};

function fieldHint(field: string): string {
  const hint = HINTS[field];
  if (hint !== undefined) return hint;
  return field.endsWith(".name") ? "State the domain too if you know it" : "Empty if unknown";
}

/** Withdraws one record that is wrong. */
export function RetractDialog({ onClose }: { onClose: () => void }) {
  const [record, setRecord] = useState("");
  const [reason, setReason] = useState("");
  const retract = useAccountMutation(IMPORTS.retractRecord, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  return (
    <FormDialog
      title="Withdraw a record"
      submit="Withdraw"
      status={retract}
      disabled={record.trim() === "" || reason.trim() === ""}
      onSubmit={() => retract.mutate({ body: { record, reason } })}
      onClose={onClose}
    >
      <p className="text-text-2">
        The record leaves feeds, search and exports, and later imports do not bring it back. Undo the withdrawal in the
        list of imports.
      </p>
      <TextEntry label="Record" hint={RECORD_HINT} value={record} onChange={setRecord} />
      <TextEntry label="Reason" hint="Imports that state the record repeat it" value={reason} onChange={setReason} />
    </FormDialog>
  );
}

/** Explains how a record came about or why two are not one, and separates what was joined wrongly. */
export function OriginDialog({ onClose }: { onClose: () => void }) {
  const [record, setRecord] = useState("");
  const [other, setOther] = useState("");
  const explain = useAccountMutation(IMPORTS.recordOrigin);
  const compare = useAccountMutation(IMPORTS.recordComparison);
  const isComparison = other.trim() !== "";
  const separate = useAccountMutation(IMPORTS.separateRecord, {
    invalidates: [IMPORTS.imports],
    onSuccess: () => explain.data && explain.mutate({ id: explain.data.id }),
  });
  return (
    <FormDialog
      title="Explain a record"
      submit="Explain"
      status={isComparison ? compare : explain}
      disabled={record.trim() === ""}
      onSubmit={() =>
        isComparison
          ? compare.mutate({ id: idIn(record), search: new URLSearchParams({ other }) })
          : explain.mutate({ id: idIn(record) })
      }
      onClose={onClose}
    >
      <TextEntry label="Record" hint={RECORD_HINT} value={record} onChange={setRecord} />
      <TextEntry
        label="Another record"
        hint="Optional: says why the two are not one"
        value={other}
        onChange={setOther}
      />
      {isComparison && compare.data && <Comparison of={compare.data} />}
      {!isComparison && explain.data && (
        <Origin of={explain.data} isSeparating={separate.isPending} onSeparate={(id) => separate.mutate({ id })} />
      )}
      <FormProblem of={separate} />
    </FormDialog>
  );
}

const VERDICTS: Readonly<Record<RecordComparison["verdict"], string>> = {
  one: "They are one record.",
  same: "They are two records, and the next import that changes either makes them one.",
  unsure: "They may be one record; a person decides.",
  different: "They are two records, and no import makes them one.",
};

function Comparison({ of: { left, right, verdict, because } }: { of: RecordComparison }) {
  return (
    <section aria-label="Comparison" className="grid gap-2 text-13">
      <h3 className="font-semibold">
        {left.title} and {right.title}
      </h3>
      <p>{VERDICTS[verdict]}</p>
      <ul className="list-disc pl-5 text-text-2">
        {because.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

const EFFECTS = { added: "added it", changed: "changed it", named: "named it", removed: "removed it" } as const;

interface OriginProps {
  of: RecordOrigin;
  isSeparating: boolean;
  onSeparate: (decision: string) => void;
}

function Origin({ of: { title, reports, keys, joins, disagreements }, isSeparating, onSeparate }: OriginProps) {
  return (
    <section aria-label={title} className="grid max-h-[50vh] gap-3 overflow-y-auto text-13">
      <h3 className="font-semibold">{title}</h3>
      <Part title="Imports" empty="No import named it.">
        {reports.map(({ importId, source, file, at, line, effect, reason }) => (
          <li key={importId}>
            {source}: {reason ?? `row ${line} of ${file} ${EFFECTS[effect]}`} <Aside>{exactTime(at)}</Aside>
          </li>
        ))}
      </Part>
      <Part title="Keys" empty="No source has a key for it.">
        {keys.map(({ source, key }) => (
          <li key={`${source} ${key}`} className="break-words">
            {source} <Aside>{key}</Aside>
          </li>
        ))}
      </Part>
      <Part title="Different values" empty="Its sources state no different values.">
        {disagreements.map(({ fact, values }) => (
          <li key={fact}>
            {fact}:{" "}
            {values.map(({ value, sources }, index) => (
              <span key={value}>
                {index > 0 && "; "}
                {value} <Aside>{sources.join(", ")}</Aside>
              </span>
            ))}
          </li>
        ))}
      </Part>
      <Part title="Decisions" empty="Nothing was joined by its name.">
        {joins.map(({ id, source, key, verdict, score, because }) => (
          <li key={id} className="flex items-start justify-between gap-3">
            <div>
              {source}: <span className="break-all">{key}</span> is {verdict === "same" ? "this record" : "another"}
              {score !== null && <Aside> score {score.toFixed(2)}</Aside>}
              <Aside block>{because.join("; ")}</Aside>
            </div>
            {verdict === "same" && (
              <Button disabled={isSeparating} onClick={() => onSeparate(id)}>
                Separate
              </Button>
            )}
          </li>
        ))}
      </Part>
    </section>
  );
}

function Part({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <div>
      <h4 className="mb-1 text-12 text-text-2">{title}</h4>
      {children.length === 0 ? <p className="text-text-2">{empty}</p> : <ul className="grid gap-1.5">{children}</ul>}
    </div>
  );
}

function Aside({ block = false, children }: { block?: boolean; children: ReactNode }) {
  return <span className={block ? "block text-12 text-text-2" : "text-12 text-text-2"}>{children}</span>;
}
