/** Lists the open reports by members, the oldest first, and shows one of them with its records. */
import { DUPLICATES } from "@dealflow/contract/account/duplicates";
import { MOST_NOTE, type OpenRecordReport, RECORD_REPORTS } from "@dealflow/contract/account/record-reports";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SectionTitle } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { TextEntry } from "@/components/ui/forms/labelled-field";
import { notify } from "@/components/ui/hooks/notify";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { fetchBalance } from "@/lib/client/meter";
import { count, credits, formatCount } from "@/lib/format/counts";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { openReportsQuery } from "@/lib/queries/record-reports";
import { ChoiceList, useChoice, useReviewKeys } from "./choice-list";
import { RecordComparison } from "./record-comparison";
import { REASON_TITLES } from "./words";

const CHANGES = {
  invalidates: [RECORD_REPORTS.openRecordReports, RECORD_REPORTS.recordReports],
  // Another report may be shown by then.
  onError: ({ message }: Error) => notify(message),
} as const;

export function ReportsTab() {
  const { reports, total } = useSuspenseQuery(openReportsQuery()).data;
  const { at, item: report, choose, hold } = useChoice(reports);

  const accept = useAccountMutation(RECORD_REPORTS.acceptRecordReport, {
    ...CHANGES,
    onSuccess: async ({ refunded }) => {
      notify(refunded === 0 ? "Accepted. There was nothing to refund." : `Accepted. ${credits(refunded)} refunded.`);
      // The report may be of this very workspace.
      await fetchBalance();
    },
  });
  const decline = useAccountMutation(RECORD_REPORTS.declineRecordReport, {
    ...CHANGES,
    onSuccess: () => notify("Declined."),
  });
  const merge = useAccountMutation(DUPLICATES.mergeRecords, {
    ...CHANGES,
    onSuccess: () => notify("Merged. Undo it in the list of imports."),
  });
  const { isPending } = combineMutations(accept, decline, merge);

  function decide(how: typeof accept | typeof decline, note: string) {
    if (report === undefined || isPending) return;
    hold();
    how.mutate({ id: report.id, body: { note } });
  }

  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const note = (report && notes[report.id]) ?? "";
  useReviewKeys({
    decisions: { a: () => decide(accept, note), d: () => decide(decline, note) },
    move: (by) => choose(at + by),
  });

  if (report === undefined)
    return <p className="text-text-2">No report is open. Members report a record from its details.</p>;
  return (
    <div className="grid grid-cols-[280px_minmax(0,1fr)] gap-8 max-panel:grid-cols-1">
      <section aria-label="Open reports">
        <SectionTitle
          className="mb-2"
          aside={total > reports.length ? `the oldest ${count(reports.length)} are listed` : undefined}
        >
          {formatCount(total, "open report")}
        </SectionTitle>
        <ChoiceList
          choices={reports.map(({ id, title, reason, workspace, at: sent }) => ({
            id,
            title,
            note: (
              <>
                {REASON_TITLES[reason]}, {workspace}, <When at={sent} />
              </>
            ),
          }))}
          current={at}
          onChoose={choose}
        />
      </section>
      <ReportDetails
        key={report.id}
        report={report}
        note={note}
        isPending={isPending}
        onNote={(words) => setNotes({ ...notes, [report.id]: words })}
        onAccept={() => decide(accept, note)}
        onDecline={() => decide(decline, note)}
        onMerge={() =>
          report.duplicateOf && merge.mutate({ body: { one: report.recordId, other: report.duplicateOf.id } })
        }
      />
    </div>
  );
}

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

/** Shows one report with its record, next to the record that it duplicates, and the buttons that decide it. */
function ReportDetails({ report, note, isPending, onNote, onAccept, onDecline, onMerge }: Props) {
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
          <TextEntry
            label="Answer"
            placeholder="Optional; members see it"
            maxLength={MOST_NOTE}
            value={note}
            onChange={onNote}
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
