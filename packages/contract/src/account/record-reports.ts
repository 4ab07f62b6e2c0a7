/**
 * Members report a purchased record as wrong or as a duplicate, and operators decide. An accepted report refunds what the
 * workspace was charged for the record, by a ledger entry; the record stays owned.
 */
import * as z from "zod/mini";
import { FEED_NAMES, type FeedName } from "../feeds";
import { accountEndpoints } from "./endpoint";
import { feedRecord } from "./explore";
import { readonlyList, requestBody, textField } from "./schemas";

const REPORT_REASONS = ["wrong", "duplicate"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** A note has at most this many characters. */
export const MOST_NOTE = 1_000;
/** A workspace may send this many reports a day of UTC. */
export const REPORTS_PER_DAY = 50;
/** The newest reports of a workspace are listed, and the oldest open ones for operators; at most this many. */
export const MOST_LISTED = { own: 500, open: 100 } as const;

const feed = z.enum(FEED_NAMES, `must be one of ${FEED_NAMES.join(", ")}`);

const decision = {
  status: z.enum(["open", "accepted", "declined"]),
  /** The workspace got so many credits back. */
  refunded: z.number(),
  /** The operator gives this reason for the decision; it is empty without one. */
  decisionNote: z.string(),
  /** The time is an ISO timestamp; null while it is open. */
  decidedAt: z.nullable(z.string()),
};

const facts = {
  id: z.string(),
  feed,
  /** A record that was merged since is the one that it became part of. */
  recordId: z.string(),
  reason: z.enum(REPORT_REASONS),
  at: z.string(),
  /** The name of the person who sent it; null once that person is deleted. */
  person: z.nullable(z.string()),
};

const ownReport = z.object({ ...facts, ...decision });
export type RecordReport = z.infer<typeof ownReport>;

const openReport = z.object({
  ...facts,
  workspace: z.string(),
  /** Names the record as it was when it was reported. */
  title: z.string(),
  /** The record is null when it is no longer stored. */
  record: z.nullable(feedRecord<FeedName>()),
  /** The other record is null when none was named; its own record is null when it is no longer stored. */
  duplicateOf: z.nullable(z.object({ id: z.string(), record: z.nullable(feedRecord<FeedName>()) })),
  note: z.string(),
  /** Accepting it refunds this many credits: 0 for a record that was free, or that was refunded before. */
  refund: z.number(),
});
export type OpenRecordReport = z.infer<typeof openReport>;

const decided = z.object({ id: z.string(), ...decision });
const decide = requestBody({ note: textField });

export const RECORD_REPORTS = accountEndpoints({
  /** Lists the reports of the open workspace, newest first. */
  recordReports: { path: "/record-reports", response: z.object({ reports: readonlyList(ownReport) }) },
  reportRecord: {
    method: "POST",
    path: "/record-reports",
    status: 201,
    request: requestBody({
      feed,
      /** The id of the purchased record. */
      recordId: textField,
      reason: z.enum(REPORT_REASONS, `must be ${REPORT_REASONS.join(" or ")}`),
      /** The id of the other record of a duplicate, or an address that contains it; empty when it is not known. */
      duplicateOf: textField,
      note: textField,
    }),
    response: ownReport,
  },
  /** Lists the open reports of all workspaces, oldest first. */
  openRecordReports: {
    path: "/record-reports/open",
    operator: "or-demo",
    response: z.object({ reports: readonlyList(openReport), total: z.number() }),
  },
  /** Accepts a report and refunds the record; once more, it changes nothing. */
  acceptRecordReport: {
    method: "POST",
    path: "/record-reports/:id/accept",
    operator: "or-demo",
    request: decide,
    response: decided,
  },
  declineRecordReport: {
    method: "POST",
    path: "/record-reports/:id/decline",
    operator: "or-demo",
    request: decide,
    response: decided,
  },
});
