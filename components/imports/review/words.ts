import type { DuplicateKind, DuplicateVerdict } from "@dealflow/contract/account/duplicates";
import type { ReportReason } from "@dealflow/contract/account/record-reports";

export const REASON_TITLES: Readonly<Record<ReportReason, string>> = { wrong: "Wrong", duplicate: "Duplicate" };

/** Each says what was decided about a pair. */
export const VERDICT_TITLES: Readonly<Record<DuplicateVerdict, string>> = {
  same: "Merged",
  different: "Kept apart",
  later: "Put off",
};

const ENTITY = {
  score: (share: string) => `${share} by the names`,
  explained: (share: string) => `The names alone make it ${share} likely`,
  least: "Names at least this likely",
} as const;
const EVENT = {
  score: (share: string) => `${share} alike`,
  explained: (share: string) => `What both state agrees to ${share}`,
  least: "At least this much alike",
} as const;

interface KindWords {
  readonly title: string;
  readonly noun: string;
  /** Says in short what the score of a pair is. */
  readonly score: (share: string) => string;
  /** Says it in a sentence without its end. */
  readonly explained: (share: string) => string;
  /** Labels the least score of a decision about many pairs. */
  readonly least: string;
  /** Says what becomes of what belongs to either record. */
  readonly merged: string;
}

export const KIND_WORDS: Readonly<Record<DuplicateKind, KindWords>> = {
  company: { ...ENTITY, title: "Companies", noun: "company", merged: "events of both are its events" },
  investor: { ...ENTITY, title: "Investors", noun: "investor", merged: "rounds of both are its rounds" },
  funding: { ...EVENT, title: "Rounds", noun: "round", merged: "it has the investors and sources of both" },
  acquisition: { ...EVENT, title: "Acquisitions", noun: "acquisition", merged: "it has the sources of both" },
  exec_move: { ...EVENT, title: "Moves", noun: "move", merged: "it has the sources of both" },
};
