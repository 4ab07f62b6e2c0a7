/** Stores what members report about records that their workspace purchased. */
import {
  MOST_NOTE,
  REPORTS_PER_DAY,
  type RecordReport,
  type ReportReason,
} from "@dealflow/contract/account/record-reports";
import type { FeedName } from "@dealflow/contract/feeds";
import { quote } from "@dealflow/contract/query/quote";
import { characters } from "@dealflow/contract/query/syntax";
import type pg from "pg";
import { OPEN_KEY } from "@/lib/filters/pages";
import { SOURCES } from "@/service/feed/feeds";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import { ID, recordTitle } from "@/service/ingest/withdraw/find-record";
import { idBefore, newId } from "@/service/store/new-id";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { readOwnReport } from "./list";

export interface ReportDraft {
  readonly feed: FeedName;
  readonly recordId: string;
  readonly reason: ReportReason;
  /** An id, an address that contains one, or an empty text. */
  readonly duplicateOf: string;
  readonly note: string;
}

/** An address may contain other ids, such as that of a company whose rounds are listed. */
const OPEN_ID = new RegExp(`[?&]${OPEN_KEY}=[^&]*?(${ID.source})`, "i");
const DAY_MS = 86_400_000;
/** This number distinguishes the locks of reports from other advisory locks. */
const LOCKS = 0x4e7;

/**
 * Stores a report of a record that the workspace owns. Throws `RuleError` when it does not, when a report of the record is
 * open, and when the workspace has sent as many today as it may.
 */
export async function reportRecord(
  pool: pg.Pool,
  { workspaceId, personId }: { readonly workspaceId: string; readonly personId: string },
  draft: ReportDraft,
  { payOnceDays, now }: { readonly payOnceDays: number; readonly now: Date },
): Promise<RecordReport> {
  const { feed, reason } = draft;
  const note = readNote(draft.note);
  return inTransaction(pool, async (client) => {
    const purchase = await readPurchase(client, workspaceId, draft, purchasesSince(payOnceDays, now));
    const { recordId } = purchase;
    const duplicateOf = await findDuplicate(client, draft, recordId);
    await enforceDailyLimit(client, workspaceId, now);
    const id = newId();
    const { rowCount } = await client.query(
      `insert into record_reports (id, workspace_id, person_id, kind, record_id, title, reason, duplicate_of, note, charge_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [
        ...[id, workspaceId, personId, SOURCES[feed].table, recordId, purchase.title, reason, duplicateOf, note],
        ...[purchase.chargeId, now],
      ],
    );
    if (rowCount === 0)
      throw new RuleError("CONFLICT", "Your workspace has reported this record already. An operator will decide.");
    return readOwnReport(client, workspaceId, id);
  });
}

/** Throws `RuleError` for a note that is too long. */
export function readNote(text: string): string {
  const note = text.trim();
  if (characters(note) <= MOST_NOTE) return note;
  throw new RuleError(
    "INVALID_INPUT",
    `The note has ${characters(note)} characters; at most ${MOST_NOTE} are allowed.`,
  );
}

/** Finds the purchase of the record, or of the one that it was merged into; throws when the workspace does not own it. */
async function readPurchase(
  client: pg.ClientBase,
  workspaceId: string,
  { feed, recordId }: ReportDraft,
  since: Date | null,
): Promise<{ readonly recordId: string; readonly title: string; readonly chargeId: string | null }> {
  const { table } = SOURCES[feed];
  // A record that was delivered without a charge has no ledger entry.
  const { rows } = await client.query<{ recordId: string; record: string | null; chargeId: string | null }>(
    `select p.record_id as "recordId", p.ledger_id as "chargeId",
       (select record from ${table} r where r.id = p.record_id) as record
     from purchased_records p
     where p.workspace_id = $1 and p.kind = $2 and p.record_id = current_record($3) and ($4::timestamptz is null or p.at > $4)`,
    [workspaceId, table, ID.exec(recordId)?.[0], since],
  );
  const [row] = rows;
  if (row === undefined) throw new RuleError("NOT_FOUND", "Your workspace doesn't own this record.");
  const { record, ...purchase } = row;
  return { ...purchase, title: record === null ? "a withdrawn record" : recordTitle(record) };
}

/** Returns the id of the other record; null when none is named. */
async function findDuplicate(
  client: pg.ClientBase,
  { feed, reason, duplicateOf }: ReportDraft,
  recordId: string,
): Promise<string | null> {
  const text = duplicateOf.trim();
  if (text === "") return null;
  if (reason !== "duplicate")
    throw new RuleError("INVALID_INPUT", "Only a duplicate has another record; leave it empty.");
  const id = (OPEN_ID.exec(text)?.[1] ?? ID.exec(text)?.[0])?.toLowerCase();
  if (id === undefined)
    throw new RuleError(
      "INVALID_INPUT",
      `The other record ${quote(text)} has no id; enter its id or the address of its page.`,
    );
  const { rows } = await client.query<{ id: string }>(
    `select id from ${SOURCES[feed].table} where id = current_record($1)`,
    [id],
  );
  const [other] = rows;
  if (other === undefined)
    throw new RuleError("INVALID_INPUT", `The other record ${id} is no ${NOUNS[feed]} that is stored here.`);
  if (other.id === recordId)
    throw new RuleError("INVALID_INPUT", "The other record is the reported one; enter the id of another.");
  return other.id;
}

const NOUNS: Readonly<Record<FeedName, string>> = {
  funding: "round",
  acquisitions: "acquisition",
  execMoves: "move",
  companies: "company",
  investors: "investor",
};

async function enforceDailyLimit(client: pg.ClientBase, workspaceId: string, now: Date): Promise<void> {
  // Concurrent reports of one workspace would otherwise each count without the other.
  await client.query("select pg_advisory_xact_lock($1, hashtext($2))", [LOCKS, workspaceId]);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const { rows } = await client.query<{ sent: number }>(
    `select count(*)::int as sent from record_reports
     where workspace_id = $1 and id >= $2 and at >= $3`,
    [workspaceId, idBefore(today), new Date(today)],
  );
  if ((rows[0]?.sent ?? 0) >= REPORTS_PER_DAY)
    throw new RuleError(
      "TOO_MANY_REQUESTS",
      `Your workspace can report ${REPORTS_PER_DAY} records a day, and has. Try again after midnight UTC.`,
      (today + DAY_MS - now.getTime()) / 1_000,
    );
}
