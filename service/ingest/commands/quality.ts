/** Prints how fresh and how complete the records of each source are. */
import type { ImportQuality, SourceQuality } from "@dealflow/contract/account/imports/import-quality";
import { RECORD_KIND_TITLES } from "@dealflow/contract/account/imports/record-kinds";
import type pg from "pg";
import { describeQuality } from "../quality/quality";
import type { CommandOutput } from "./command-output";

export async function runQuality(pool: pg.Pool): Promise<CommandOutput> {
  const quality = await describeQuality(pool);
  return { json: quality, text: qualityText(quality) };
}

const NOTES = `Lag: days (UTC) from announcement to discovery that half of the records, and nine in ten, took at most; of those that the
source was the first to state, with a date exact to the day. Revisions: records that its imports changed after they were
stored. Fill: records with a value for the field, whichever source stated it.`;

export function qualityText({ kinds }: ImportQuality): string {
  const tables = kinds.flatMap(({ kind, sources }) =>
    sources.length === 0 ? [] : [`${RECORD_KIND_TITLES[kind]}\n${sourceTable(sources)}`],
  );
  return tables.length === 0 ? "Nothing has been imported yet." : [...tables, NOTES].join("\n\n");
}

const HEAD = [
  "Source",
  "Records",
  "First",
  "Lag, median",
  "Lag, 90 %",
  "Revisions",
  "In several sources",
  "Latest import",
];

function sourceTable(sources: readonly SourceQuality[]): string {
  const rows = sources.map(({ source, records, first, lag, revised, shared, latestImportAt }) => [
    source,
    records.toLocaleString("en-US"),
    share(first, records),
    lag === null ? "–" : days(lag.median),
    lag === null ? "–" : days(lag.p90),
    share(revised, records),
    share(shared, records),
    latestImportAt.slice(0, 10),
  ]);
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")}`;
  const fill = (of: SourceQuality | undefined) =>
    (of?.fill ?? []).map(({ title, records }) => `${title} ${share(records, of?.records ?? 0)}`).join(", ");
  return [line(HEAD), ...rows.map((row, at) => `${line(row)}\n      Fill: ${fill(sources[at])}`)].join("\n");
}

function days(count: number): string {
  return `${count.toLocaleString("en-US")} d`;
}

/** Only nothing is 0 % and only everything is 100 %. */
function share(part: number, whole: number): string {
  if (part === 0) return "0 %";
  if (part === whole) return "100 %";
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))} %`;
}
