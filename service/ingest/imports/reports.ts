/** Stores what a source said, row by row, as it came: records are derived from these reports. */
import * as z from "zod";
import { type CheckResult, checkRow } from "../check-row";
import type { TableRows } from "../copy";
import { KINDS } from "../fields";
import type { RawRow, Statement } from "../statement";
import { splitInvestors } from "../values/investors";
import { normalName } from "../values/text";
import { settingsSchema } from "./imports";
import type { ForeignAmounts } from "./totals";

interface ReportRow {
  readonly importId: number;
  readonly line: number;
  readonly raw: RawRow;
}

export const REPORT_ROWS: TableRows<ReportRow> = {
  table: "import_reports",
  columns: ["import_id", "line", "report"],
  row: ({ importId, line, raw }) => [importId, line, reportText(raw)],
};

/** Leaves out what is empty: most rows of most files state a few fields. */
export function reportText({ kind, key, texts, lists, investors, sources }: RawRow): string {
  return JSON.stringify({
    kind,
    key: key ?? undefined,
    texts: Object.fromEntries(texts),
    lists: lists.size === 0 ? undefined : Object.fromEntries(lists),
    investors: investors.length === 0 ? undefined : investors,
    sources: sources.length === 0 ? undefined : sources,
  });
}

/** Leaves investors that were erased out of a row. @param gone their normal names */
export function withoutInvestors(raw: RawRow, gone: ReadonlySet<string>): RawRow {
  const stays = (name: string) => !gone.has(normalName(name));
  const cells = raw.lists.get("investors") ?? [];
  const lists = new Map(raw.lists);
  if (cells.length > 0) lists.set("investors", cells.flatMap(splitInvestors).filter(stays));
  return { ...raw, lists, investors: raw.investors.filter(({ name }) => stays(name)) };
}

interface Reported {
  readonly raw: RawRow;
  readonly statement: Statement;
}

/** Returns the field with the dollars of an amount in another currency, and the dollars, if they follow from a rate. */
function foreignDollars({
  raw,
  statement,
}: Reported): { readonly field: string; readonly cents: number | null } | null {
  if (statement.kind !== "funding" && statement.kind !== "acquisition") return null;
  const { amount } = statement;
  if (amount === null || amount.currency === null || amount.currency === "USD") return null;
  const prefix = statement.kind === "funding" ? "amount" : "dealAmount";
  const isStated = raw.texts.has(`${prefix}UsdCents`) || raw.texts.has(`${prefix}Usd`);
  return isStated && amount.usdCents !== null ? null : { field: `${prefix}UsdCents`, cents: amount.usdCents };
}

/** Adds the dollars of an amount in another currency: they follow from rates, which a second reading may not have. */
export function withDollars(reported: Reported): RawRow {
  const { raw } = reported;
  const dollars = foreignDollars(reported);
  if (dollars === null || dollars.cents === null) return raw;
  return { ...raw, texts: new Map([...raw.texts, [dollars.field, String(dollars.cents)]]) };
}

/** Counts amounts in other currencies whose dollars follow from a rate, and those that have none. */
export function countForeignAmounts(rows: readonly Reported[]): ForeignAmounts {
  const counts = { converted: 0, withoutRate: 0 };
  for (const row of rows) {
    const dollars = foreignDollars(row);
    if (dollars !== null) counts[dollars.cents === null ? "withoutRate" : "converted"]++;
  }
  return counts;
}

const report = z.object({
  kind: z.enum(KINDS),
  key: z.string().nullable().default(null),
  texts: z.record(z.string(), z.string()),
  lists: z.record(z.string(), z.array(z.string())).default({}),
  investors: z.array(z.object({ key: z.string().nullable(), name: z.string() })).default([]),
  sources: z
    .array(z.object({ url: z.string(), outlet: z.string().nullable(), title: z.string().nullable() }))
    .default([]),
});

export function parseReport(text: string): RawRow {
  const { texts, lists, ...rest } = report.parse(JSON.parse(text));
  return { ...rest, texts: new Map(Object.entries(texts)), lists: new Map(Object.entries(lists)) };
}

export interface StoredReport {
  readonly report: string;
  /** The settings and the time of the import that read it. */
  readonly settings: unknown;
  readonly at: Date;
}

export function readReport({ report, settings, at }: StoredReport): CheckResult {
  const { dates, numbers } = settingsSchema.parse(settings);
  return checkRow(parseReport(report), { dates, numbers, rates: null, now: at });
}
