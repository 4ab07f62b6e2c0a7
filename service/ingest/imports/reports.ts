/** Stores what a source said, row by row, as it came: records are derived from these reports. */
import { z } from "zod";
import type { TableRows } from "../copy";
import { KINDS } from "../fields";
import type { RawRow, Statement } from "../statement";

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
function reportText({ kind, key, texts, lists, investors, sources }: RawRow): string {
  return JSON.stringify({
    kind,
    key: key ?? undefined,
    texts: Object.fromEntries(texts),
    lists: lists.size === 0 ? undefined : Object.fromEntries(lists),
    investors: investors.length === 0 ? undefined : investors,
    sources: sources.length === 0 ? undefined : sources,
  });
}

/** Adds the dollars of an amount in another currency: they follow from rates, which a second reading may not have. */
export function withDollars(raw: RawRow, statement: Statement): RawRow {
  if (statement.kind !== "funding" && statement.kind !== "acquisition") return raw;
  const { amount } = statement;
  if (amount === null || amount.usdCents === null || amount.currency === "USD") return raw;
  const field = statement.kind === "funding" ? "amountUsdCents" : "dealAmountUsdCents";
  return { ...raw, texts: new Map([...raw.texts, [field, String(amount.usdCents)]]) };
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
