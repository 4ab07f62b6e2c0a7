/** Writes the ledger as columns of a file, for members and for operators. */
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";

export const LEDGER_COLUMNS = [
  "time",
  "request id",
  "endpoint",
  "view",
  "person",
  "key",
  "records",
  "credits",
  "balance",
  "entry",
  "refund of",
  "note",
];

export function toLedgerRow(line: AccountLedgerEntry) {
  const { at, requestId, endpoint, view, person, client, records, delta, balance } = line;
  const [page, buyer, key, note] = [view, person, client, line.note].map((text) => escapeFormula(text ?? ""));
  const used = [at, requestId ?? "", endpoint, page, buyer, key, records, delta, balance];
  return [...used, line.id, line.refundOf ?? "", note];
}

/**
 * A spreadsheet parses such text as a formula, which could send neighbouring cells to another site. In many countries it splits
 * the line at semicolons.
 */
function escapeFormula(text: string): string {
  const marked = text.replace(
    /(^|;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
    (_, before, space) => `${before}${space}'`,
  );
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
