"use client";
/** Shows one report with its record, next to the record that it duplicates, and the buttons that decide it. */
import { MOST_NOTE, type OpenRecordReport } from "@dealflow/contract/account/record-reports";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { KeyCap } from "@/components/ui/key-cap";
import { credits } from "@/lib/format/counts";
import { RecordComparison } from "./record-comparison";
import { REASON_TITLES } from "./words";

interface Props {
  report: OpenRecordReport;
  /** These words go to the member with the decision. */
  note: string;
  isPending: boolean;
  onNote: (note: string) => void;
  onAccept: () => void;
  onDecline: () => void;
  onMerge: () => void;
}

export function ReportDetails({ report, note, isPending, onNote, onAccept, onDecline, onMerge }: Props) {
  const { title, reason, person, workspace, at, refund, duplicateOf, feed, record, recordId } = report;
  const isMerged = duplicateOf?.id === recordId;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-15 font-semibold wrap-anywhere">{title}</h2>
      <p className="mt-1 text-text-2">
        {REASON_TITLES[reason]}: reported by {person ?? "a deleted person"} of {workspace}, <When at={at} />
      </p>
      {report.note !== "" && <p className="mt-2 max-w-measure whitespace-pre-line wrap-anywhere">{report.note}</p>}
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <div className="w-72 max-w-full">
          <LabelledField
            label="Answer"
            autoComplete="off"
            placeholder="Optional; members see it"
            maxLength={MOST_NOTE}
            value={note}
            onChange={(event) => onNote(event.target.value)}
          />
        </div>
        <div className="flex h-control-lg flex-wrap items-center gap-2">
          <Button variant="primary" disabled={isPending} aria-keyshortcuts="a" onClick={onAccept}>
            {refund === 0 ? "Accept, nothing to refund" : `Accept, refunds ${credits(refund)}`}
          </Button>
          <Button disabled={isPending} aria-keyshortcuts="d" onClick={onDecline}>
            Decline
          </Button>
          <span className="text-12 text-text-2 max-tablet:hidden">
            <KeyCap>a</KeyCap> accepts, <KeyCap>d</KeyCap> declines
          </span>
        </div>
      </div>
      <p className="mt-2 max-w-measure text-12 text-text-2">
        A decision changes no record. Withdraw a wrong record on the page of imports, and merge a duplicate here; both
        can be undone there.
      </p>
      {isMerged && <p className="mt-4">Both are one record by now.</p>}
      {duplicateOf !== null && !isMerged && (
        <Button className="mt-4" disabled={isPending} onClick={onMerge}>
          Merge both records
        </Button>
      )}
      <RecordComparison
        feed={feed}
        first={{ title: "Reported record", id: recordId, record }}
        second={duplicateOf === null || isMerged ? undefined : { title: "Other record", ...duplicateOf }}
      />
    </section>
  );
}
