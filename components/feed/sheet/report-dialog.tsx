/** Takes a report of an owned record. */
import { MOST_NOTE, RECORD_REPORTS, type ReportReason } from "@dealflow/contract/account/record-reports";
import type { FeedName } from "@dealflow/contract/feeds";
import { useId, useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledArea, TextEntry } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { Radio } from "@/components/ui/radio";
import { useAccountMutation } from "@/lib/queries/account-mutation";

const REASONS: readonly { readonly value: ReportReason; readonly title: string; readonly words: string }[] = [
  { value: "wrong", title: "Wrong", words: "A fact is wrong, or it never happened" },
  { value: "duplicate", title: "Duplicate", words: "Another record is about the same" },
];

export function ReportDialog({ feed, recordId, onClose }: { feed: FeedName; recordId: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>("wrong");
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const report = useAccountMutation(RECORD_REPORTS.reportRecord, {
    invalidates: [RECORD_REPORTS.recordReports],
    onSuccess: () => {
      onClose();
      notify("Reported. An operator will decide.");
    },
  });
  const duplicateOf = reason === "duplicate" ? other : "";
  return (
    <FormDialog
      title="Report this record"
      submit="Send report"
      status={report}
      onSubmit={() => report.mutate({ body: { feed, recordId, reason, duplicateOf, note } })}
      onClose={onClose}
    >
      <p className="text-text-2">
        If an operator accepts the report, your workspace gets back what it paid for the record. You still own it.
      </p>
      <ReasonChoice reason={reason} onChange={setReason} />
      {reason === "duplicate" && (
        <TextEntry
          label="Other record"
          hint="Its id, or the address of its page; empty if you don't know it"
          value={other}
          onChange={setOther}
        />
      )}
      <LabelledArea
        label="Note"
        hint="What is wrong, and where you read it"
        maxLength={MOST_NOTE}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function ReasonChoice({ reason, onChange }: { reason: ReportReason; onChange: (reason: ReportReason) => void }) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-12 font-medium">What is it?</legend>
      {REASONS.map(({ value, title, words }) => (
        <div key={value} className="flex items-start gap-2">
          <span className="mt-[3px] inline-flex">
            <Radio
              id={`${name}-${value}`}
              name={name}
              aria-describedby={`${name}-${value}-words`}
              checked={value === reason}
              onChange={() => onChange(value)}
            />
          </span>
          <div>
            <label htmlFor={`${name}-${value}`} className="cursor-pointer">
              {title}
            </label>
            <p id={`${name}-${value}-words`} className="text-12 text-text-2">
              {words}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
