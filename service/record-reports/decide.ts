/** Accepts and declines reports. Both can be repeated: the first decision of each report counts. */
import type { RecordReport, ReportReason } from "@dealflow/contract/account/record-reports";
import type pg from "pg";
import { OPEN_KEY, PAGES } from "@/lib/filters/pages";
import { refundCredits } from "@/service/credits/ledger";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { feedOfTable, REFUND, readOwnReport } from "./list";
import { readNote } from "./report";

export interface Decision {
  readonly status: "accepted" | "declined";
  readonly personId: string;
  readonly note: string;
}

interface DecidedReport {
  readonly workspaceId: string;
  readonly kind: string;
  readonly recordId: string;
  readonly reason: ReportReason;
  readonly chargeId: string | null;
  readonly status: RecordReport["status"];
}

/**
 * Decides an open report. Accepting it refunds what the workspace paid for the record, in the same transaction; the record
 * stays owned. Throws `RuleError` when there is no such report, and when the opposite was decided before.
 */
export async function decideReport(
  pool: pg.Pool,
  id: string,
  { status, personId, note }: Decision,
  now: Date,
): Promise<RecordReport> {
  const words = readNote(note);
  return inTransaction(pool, async (client) => {
    // The second of two concurrent decisions waits here, and then finds the first.
    const { rows } = await client.query<DecidedReport>(
      `select workspace_id as "workspaceId", kind, record_id as "recordId", reason, charge_id as "chargeId", status
       from record_reports where id = $1 for update`,
      [id],
    );
    const [report] = rows;
    if (report === undefined) throw new RuleError("NOT_FOUND", "This report no longer exists.");
    if (report.status === "open") {
      await client.query(
        "update record_reports set status = $2, decided_by = $3, decided_at = $4, decision_note = $5 where id = $1",
        [id, status, personId, now, words],
      );
      if (status === "accepted") await refund(client, id, { ...report, note: words === "" ? null : words }, now);
    } else if (report.status !== status)
      throw new RuleError("CONFLICT", `This report was ${report.status} by another operator.`);
    return readOwnReport(client, report.workspaceId, id);
  });
}

async function refund(
  client: pg.PoolClient,
  id: string,
  { workspaceId, kind, recordId, reason, chargeId, note }: DecidedReport & { readonly note: string | null },
  now: Date,
): Promise<void> {
  // Refunds of a workspace follow each other, so that none is missed of another report by the same charge.
  await client.query("select from workspaces where id = $1 for no key update", [workspaceId]);
  const { rows } = await client.query<{ amount: number }>(
    `select ${REFUND} as amount from record_reports r where r.id = $1`,
    [id],
  );
  const amount = rows[0]?.amount ?? 0;
  if (amount === 0 || chargeId === null) return;
  const view = `${PAGES[feedOfTable(kind)]}?${OPEN_KEY}=${recordId}`;
  const refunded = await refundCredits(client, workspaceId, { amount, reason, refundOf: chargeId, view, note }, now);
  await client.query("update record_reports set refund_id = $2 where id = $1", [id, refunded.id]);
}
