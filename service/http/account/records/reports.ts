/** Lets members report records (/account/v1/record-reports), and operators accept or decline the reports. */
import { RECORD_REPORTS } from "@dealflow/contract/account/record-reports";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { decideReport } from "@/service/record-reports/decide";
import { listOpenReports, listOwnReports } from "@/service/record-reports/list";
import { reportRecord } from "@/service/record-reports/report";
import { ReportError } from "@/service/record-reports/report-error";
import { ApiError } from "../../api-error";
import type { HandlerFactory } from "../../context";
import { type AccountHandlers, getIdParameter, parseBody, respond } from "../request-input";

const DAY_MS = 86_400_000;

export const REPORT_HANDLERS = {
  recordReports:
    ({ pools }) =>
    async (c) =>
      respond(c, RECORD_REPORTS.recordReports, {
        reports: await listOwnReports(pools.main, c.get("caller").workspaceId),
      }),
  reportRecord:
    ({ pools, payOnceDays }) =>
    async (c) => {
      const draft = await parseBody(c, RECORD_REPORTS.reportRecord);
      const reporter = { workspaceId: c.get("caller").workspaceId, personId: c.get("viewer").personId };
      const report = await withReportErrors(
        reportRecord(pools.main, reporter, draft, { payOnceDays, now: new Date() }),
      );
      return respond(c, RECORD_REPORTS.reportRecord, report, 201);
    },
  openRecordReports:
    ({ pools }) =>
    async (c) =>
      respond(c, RECORD_REPORTS.openRecordReports, await listOpenReports(pools.main)),
  acceptRecordReport: createDecisionHandler("accepted"),
  declineRecordReport: createDecisionHandler("declined"),
} as const satisfies AccountHandlers;

function createDecisionHandler(status: "accepted" | "declined"): HandlerFactory {
  const endpoint = status === "accepted" ? RECORD_REPORTS.acceptRecordReport : RECORD_REPORTS.declineRecordReport;
  return ({ pools }) =>
    async (c) => {
      const { note } = await parseBody(c, endpoint);
      const decision = { status, personId: c.get("viewer").personId, note };
      return respond(
        c,
        endpoint,
        await withReportErrors(decideReport(pools.main, getIdParameter(c), decision, new Date())),
      );
    };
}

const CODES = {
  missing: "NOT_FOUND",
  conflict: "CONFLICT",
  invalid: "INVALID_INPUT",
  limit: "TOO_MANY_REQUESTS",
} as const;

async function withReportErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    const seconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);
    throw new ApiError(
      CODES[error.reason],
      error.message,
      error.reason === "limit" ? { [RETRY_AFTER_HEADER]: String(seconds) } : {},
    );
  }
}
