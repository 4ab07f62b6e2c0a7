"use client";
/** Lists the open reports by members, the oldest first, and shows one of them with its records. */
import { DUPLICATES } from "@dealflow/contract/account/duplicates";
import { RECORD_REPORTS } from "@dealflow/contract/account/record-reports";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { When } from "@/components/shell/when";
import { notify } from "@/components/ui/hooks/notify";
import { fetchBalance } from "@/lib/client/meter";
import { count, credits, formatCount } from "@/lib/format/counts";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { openReportsQuery } from "@/lib/queries/record-reports";
import { ChoiceList } from "./choice-list";
import { ReportDetails } from "./report-details";
import { useChoice } from "./use-choice";
import { useReviewKeys } from "./use-review-keys";
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
        <h2 className="mb-2 font-semibold">
          {formatCount(total, "open report")}
          {total > reports.length && (
            <span className="ml-1 text-12 font-regular text-text-2">the oldest {count(reports.length)} are listed</span>
          )}
        </h2>
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
