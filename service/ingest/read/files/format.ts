/** Tells the format of a file from its first bytes, and from its name where these say nothing. */

/** A member with one of these formats holds a table. */
export type TableFormat = "csv" | "xlsx" | "json" | "jsonl" | "parquet";
export type FileFormat = TableFormat | "zip" | "tar" | "gzip" | "other";

/** Detection needs this number of bytes from the start of a file. */
export const START_BYTES = 64 * 1024;

const TAR_MAGIC = { at: 257, text: "ustar" };
/** These names never hold a table, although some of the files are text. */
const OTHER_NAMES =
  /(?:^|\/)(?:licen[cs]e|readme|notice|changelog)[^/]*$|\.(?:md|pdf|html?|xml|xsd|rtf|docx?|png|jpe?g|gif|sql|py|js|sh|ods|xls|7z|rar|bz2|xz|zst)$/i;

const BYTE_ORDER_MARK = 0xfeff;

/** Returns the format; "other" for a file that holds no table. */
export function detectFormat(name: string, start: Buffer): FileFormat {
  const magic = start.subarray(0, 4).toString("latin1");
  if (magic.startsWith("\x1f\x8b")) return "gzip";
  if (magic.startsWith("PK")) return isWorkbook(name, start) ? "xlsx" : "zip";
  if (magic === "PAR1") return "parquet";
  if (start.subarray(TAR_MAGIC.at, TAR_MAGIC.at + TAR_MAGIC.text.length).toString("latin1") === TAR_MAGIC.text)
    return "tar";
  if (magic === "%PDF" || OTHER_NAMES.test(name) || isBinary(name, start)) return "other";
  return textFormat(name, start);
}

/** A workbook is a zip archive, in which the list of its parts usually comes first. */
function isWorkbook(name: string, start: Buffer): boolean {
  const text = start.toString("latin1");
  return text.includes("[Content_Types].xml") || text.includes("xl/") || /\.xls[xm]$/i.test(name);
}

/** A text with this name may have a few null bytes. */
const TEXT_NAME = /\.(?:csv|tsv|txt)$/i;
const MOST_NULLS = 0.05;

/** UTF-16 has null bytes too: behind its mark anywhere, without a mark mostly at every second place. */
function isBinary(name: string, start: Buffer): boolean {
  if (start.length >= 2 && (start.readUInt16LE(0) === BYTE_ORDER_MARK || start.readUInt16BE(0) === BYTE_ORDER_MARK))
    return false;
  const nulls = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  if (TEXT_NAME.test(name) && even + odd <= start.length * MOST_NULLS) return false;
  return Math.min(even, odd) > 0;
}

function textFormat(name: string, start: Buffer): TableFormat {
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (!/^[[{]/.test(text)) return "csv";
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return "jsonl";
  if (text.startsWith("[")) return /^\[\s*[[{\]]/.test(text) ? "json" : "csv";
  if (isObject(text)) return /^\{\s*"(?:kind|record|key)"/.test(text) ? "jsonl" : "json";
  return isObject(text.split("\n", 1)[0] ?? "") ? "jsonl" : "json";
}

function isObject(text: string): boolean {
  try {
    // Python writes NaN for a missing value.
    return typeof JSON.parse(text.replace(/\bNaN\b/g, "0")) === "object";
  } catch {
    return false;
  }
}
