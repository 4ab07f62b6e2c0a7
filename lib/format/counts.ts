const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The result looks like `1,284`. */
export function count(value: number): string {
  return WHOLE.format(value);
}

/** The result looks like `+1,284` or `−5`. */
export function signedCount(value: number): string {
  return value > 0 ? `+${count(value)}` : `−${count(-value)}`;
}

/** The result looks like `1 row` or `20 rows`; by default the plural adds an s. */
export function formatCount(value: number, word: string, plural = `${word}s`): string {
  return `${count(value)} ${value === 1 ? word : plural}`;
}

/** Formats an estimate with two digits, as in `about 1,200,000`. */
export function aboutCount(value: number): string {
  return `about ${count(Number(value.toPrecision(2)))}`;
}

/** The result looks like `about 1,200`, or `1,184` where the count is exact. */
export function countText(value: number, approximate: boolean | undefined): string {
  return approximate ? aboutCount(value) : count(value);
}

/** The result looks like `about 1,200 rows`, or `1,184 rows` where the count is exact. */
export function formatCountText(value: number, approximate: boolean | undefined, word: string): string {
  return approximate ? `${aboutCount(value)} ${word}s` : formatCount(value, word);
}

/** The result looks like `1 credit` or `20 credits`. */
export function credits(value: number): string {
  return formatCount(value, "credit");
}

/** Formats a price that is an upper bound, as in `up to 20 credits`. */
export function formatMaxCredits(value: number): string {
  return `up to ${credits(value)}`;
}

/** Formats a share of 0 to 1 as a whole percentage, `84 %`; only nothing is 0 and only everything is 100. */
export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))} %`;
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

/** Writes small numbers as words in sentences, as in `four`; from eleven on in digits. */
export function spellOut(value: number): string {
  return WORDS[value] ?? count(value);
}
