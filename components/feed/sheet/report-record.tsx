/** Offers to report an owned record as wrong or as a duplicate, and says what came of it. */
import type { RecordReport } from "@dealflow/contract/account/record-reports";
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { credits } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { usePaysOnce } from "@/lib/queries/owned/owned";
import { useRecordReport } from "@/lib/queries/record-reports";
import type { PurchasedRow } from "./sheet-row";

const LazyReportDialog = lazyComponent(async () => (await import("./report-dialog")).ReportDialog);

export function ReportRecord({ row: { key, feed } }: { row: Pick<PurchasedRow, "key" | "feed"> }) {
  const [isOpen, setOpen] = useState(false);
  const paysOnce = usePaysOnce();
  const report = useRecordReport(feed, key);
  if (!paysOnce) return null;
  return (
    <div className="mt-2 text-12 text-text-2" data-testid="record-report">
      {report && <ReportState of={report} />}
      {report?.status !== "open" && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Report as wrong or duplicate…
        </Button>
      )}
      {isOpen && <LazyReportDialog feed={feed} recordId={key} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ReportState({ of: { reason, status, at, decidedAt, refunded, decisionNote } }: { of: RecordReport }) {
  const now = useNow();
  const reported = `Reported as ${reason} on ${shortDate(at, now)}`;
  if (decidedAt === null) return <p>{reported}. An operator will decide.</p>;
  const back = refunded === 0 ? "" : `, ${credits(refunded)} refunded`;
  return (
    <p className="wrap-anywhere">
      {reported}, {status} on {shortDate(decidedAt, now)}
      {back}
      {decisionNote === "" ? "." : `: ${decisionNote}`}
    </p>
  );
}
