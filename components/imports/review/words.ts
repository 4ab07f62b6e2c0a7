import type { DuplicateVerdict } from "@dealflow/contract/account/duplicates";
import type { ReportReason } from "@dealflow/contract/account/record-reports";

export const REASON_TITLES: Readonly<Record<ReportReason, string>> = { wrong: "Wrong", duplicate: "Duplicate" };

/** Each says what was decided about a pair. */
export const VERDICT_TITLES: Readonly<Record<DuplicateVerdict, string>> = {
  same: "Merged",
  different: "Kept apart",
  later: "Put off",
};
