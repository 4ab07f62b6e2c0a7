/** Lists the kinds of records that files have, in the order of the pages of their feeds. */

export const RECORD_KINDS = ["funding", "acquisition", "exec_move", "company", "investor"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const RECORD_KIND_TITLES: Readonly<Record<RecordKind, string>> = {
  funding: "Rounds",
  acquisition: "Acquisitions",
  exec_move: "Exec moves",
  company: "Companies",
  investor: "Investors",
};
