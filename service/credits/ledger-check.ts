/** Compares each balance with the sum of its ledger: every change of a balance writes an entry in the same statement. */
import type pg from "pg";

interface LedgerCheck {
  readonly workspaces: number;
  readonly entries: number;
  /** In these workspaces the balance, or the number of entries, is not that of the ledger. */
  readonly mismatches: readonly LedgerMismatch[];
}

interface LedgerMismatch {
  readonly name: string;
  readonly balance: number;
  readonly sum: number;
  readonly entries: number;
}

/** Reads the whole ledger, of which a million entries take some tenths of a second. */
export async function checkLedger(db: pg.Pool | pg.ClientBase): Promise<LedgerCheck> {
  const { rows } = await db.query<LedgerMismatch & { isRight: boolean }>(
    `select w.name, w.balance, coalesce(l.sum, 0)::bigint as sum, coalesce(l.entries, 0) as entries,
       w.balance = coalesce(l.sum, 0) and w.ledger_sequence = coalesce(l.entries, 0) as "isRight"
     from workspaces w
       left join (select workspace_id, sum(delta) as sum, count(*) as entries from ledger group by workspace_id) l on l.workspace_id = w.id
     order by w.id`,
  );
  return {
    workspaces: rows.length,
    entries: rows.reduce((total, { entries }) => total + entries, 0),
    mismatches: rows.filter(({ isRight }) => !isRight),
  };
}
