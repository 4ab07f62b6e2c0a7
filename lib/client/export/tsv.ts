import type { FeedName } from "@dealflow/contract/feeds";
import type { FeedRow } from "@/lib/client/feed-row";
import { bandUsd } from "@/lib/format/money";
import { escapeFormula } from "./escape-formula";
import { columnFields, dateText, type ExportRow } from "./fields";

/** Writes rows as tab-separated text with a header line, as a spreadsheet takes it from the clipboard. */
export function tsvText(
  feed: FeedName,
  rows: readonly (ExportRow & Pick<FeedRow, "preview">)[],
  columns: readonly string[],
): string {
  const fields = columnFields(feed, columns);
  const lines = rows.map((row) =>
    fields.map(({ cell, kind, hasBand }) => {
      // The record of a preview has no amount, and its row shows the band.
      const band = hasBand && row.preview?.amount;
      const value = band ? bandUsd(band.minUsd, band.maxUsd) : cell(row);
      if (typeof value !== "string") return String(value ?? "");
      return escapeFormula((kind === "date" ? dateText(value) : value).replaceAll(/\s+/g, " "));
    }),
  );
  return [fields.map(({ head }) => head), ...lines].map((cells) => cells.join("\t")).join("\n");
}
