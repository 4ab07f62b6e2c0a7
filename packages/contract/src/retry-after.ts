/** Returns the wait of a `Retry-After` in ms, which is given in seconds or as a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with the day of the week and is UTC, which the oldest form does not state;
  // JavaScript parses much other text as a date.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? text.replace(/(?<! GMT)$/, " GMT") : "";
  const at = Date.parse(date);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
