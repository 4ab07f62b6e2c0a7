/** The columns of the ledger as a file, for members and for operators. */
import type { LedgerLine } from "./ledger";

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
];

export function toLedgerRow({ at, requestId, endpoint, view, person, client, records, delta, balance }: LedgerLine) {
  const names = [person, client].map((name) => escapeFormula(name ?? ""));
  return [at, requestId ?? "", endpoint, view ?? "", ...names, records, delta, balance];
}

/** A spreadsheet parses such text as a formula, which could send neighbouring cells to another site. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}
