import { shortDate } from "@/lib/format/dates";

/** `Nov`, and `Jan 26` where a year starts. */
export function monthText(at: Date): string {
  const [, month = ""] = shortDate(at.toISOString(), at).split(" ");
  return at.getUTCMonth() === 0 ? `${month} ${String(at.getUTCFullYear()).slice(-2)}` : month;
}
