/** Writes the watched companies as CSV, with what their table shows. */
import type { WatchedCompany } from "@dealflow/contract/account/saved";
import { csvTable } from "@/lib/client/export/csv";
import type { WatchedSummary } from "./watched-summary";

const HEAD = [
  "Company",
  "Domain",
  "Note",
  "Last owned event",
  "Last owned event date",
  "Owned events",
  "Raised USD in owned events",
  "All events owned",
  "Added",
];

export interface Watched {
  readonly company: WatchedCompany;
  /** It is undefined while the owned records are being read. */
  readonly summary: WatchedSummary | undefined;
}

export function watchedFile(watched: readonly Watched[]): Blob {
  const rows = watched.map(({ company: { name, domain, note, addedAt }, summary }) => {
    const last = summary?.last;
    return [
      name,
      domain,
      note,
      last?.text ?? null,
      last?.at.slice(0, 10) ?? null,
      summary === undefined ? null : (last?.events ?? 0),
      last?.raised ?? null,
      summary === undefined ? null : summary.whole ? "yes" : "no",
      addedAt.slice(0, 10),
    ];
  });
  return new Blob([csvTable(HEAD, rows)], { type: "text/csv" });
}
