/** Lets members report records (/account/v1/record-reports), and operators accept or decline the reports. */
import { RECORD_REPORTS } from "@dealflow/contract/account/record-reports";
import { decideReport } from "@/service/record-reports/decide";
import { listOpenReports, listOwnReports } from "@/service/record-reports/list";
import { reportRecord } from "@/service/record-reports/report";
import { handleEach } from "../endpoint-handlers";

export const RECORD_REPORT_HANDLERS = handleEach(RECORD_REPORTS, {
  recordReports: async ({ pools }, { workspaceId }) => ({ reports: await listOwnReports(pools.main, workspaceId) }),

  reportRecord: async ({ pools, payOnceDays }, { scope, body, now }) =>
    reportRecord(pools.main, scope, await body(), { payOnceDays, now }),

  openRecordReports: ({ pools }) => listOpenReports(pools.main),

  acceptRecordReport: async ({ pools }, { id, viewer: { personId }, body, now }) =>
    decideReport(pools.main, id, { status: "accepted", personId, note: (await body()).note }, now),

  declineRecordReport: async ({ pools }, { id, viewer: { personId }, body, now }) =>
    decideReport(pools.main, id, { status: "declined", personId, note: (await body()).note }, now),
});
