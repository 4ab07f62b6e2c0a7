/**
 * Reads records for the dashboard. Its dates of announcement are as precise as the source's: `2019-05`, `2024-Q3` or `2019`
 * where only the month, the quarter or the year is known. The public API has the first instant of the period instead.
 */
import type { Feeds } from "./feeds";
import type { FeedSource, FeedTable } from "./sources/source";

/** Returns an SQL expression for the record of a row with that alias, as JSON text. */
export function preciseRecord(table: FeedTable, alias: string): string {
  if (table === "companies" || table === "investors") return `${alias}.record`;
  const format = `case ${alias}.announced_precision when 'month' then 'YYYY-MM' when 'quarter' then 'YYYY-"Q"Q' else 'YYYY' end`;
  return `(case ${alias}.announced_precision when 'day' then ${alias}.record else regexp_replace(${alias}.record,
    '("announcedAt":")[^"]*', '\\1' || to_char(${alias}.announced_at at time zone 'UTC', ${format})) end)`;
}

interface RecordText {
  readonly id: string;
  readonly record: string;
}

/** Replaces the texts of records that were read for the public API. */
export async function toPreciseRecords(
  feeds: Feeds,
  source: FeedSource,
  records: readonly RecordText[],
): Promise<readonly RecordText[]> {
  if (source.table === "companies" || source.table === "investors") return records;
  const ids = records.map(({ id }) => id);
  const texts = new Map((await feeds.readRecords(source, ids)).map(({ id, record }) => [id, record] as const));
  // One that was deleted meanwhile has its text from the page.
  return records.map(({ id, record }) => ({ id, record: texts.get(id) ?? record }));
}
