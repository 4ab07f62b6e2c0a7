import type { ReportReason } from "@dealflow/contract/account/record-reports";

export const REASON_TITLES: Readonly<Record<ReportReason, string>> = { wrong: "Wrong", duplicate: "Duplicate" };
