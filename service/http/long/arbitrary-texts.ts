/** Texts that have broken services before, and texts that are right. */
import fc from "fast-check";

/** The texts are escaped for an address: some are no UTF-8, or no escapes. */
const RAW = "%00 a%00b %FF %ED%A0%80 %C0%AF % %zz + ++ %0D%0A %E2%80%AE".split(" ");

const NUMBERS = "0 1 -1 -0 1e3 1e999 0x10 ٣ NaN Infinity 1.5 .5 5. 1_000 1,000 +5 00005 1.0".split(" ");
const LARGE = ["9007199254740993", "9223372036854775808", "9".repeat(308), "9".repeat(400), `0.${"0".repeat(400)}1`];
const WORDS =
  "null undefined true unknown * % constructor __proto__ toString hasOwnProperty ' ';-- \" \\ $1 {} []".split(" ");
const DATES = "2026-02-30 2026-02-29 20260101 31-12-2026".split(" ");
const SIGNS = ["", " ", "\u00a0", " 5", "😀", "é", "e\u0301", "\u0301", "İ", "ß", "한", "\u202e", "\ufeff"];
const LONG = ["a".repeat(300), "a".repeat(301), ` ${"a".repeat(300)}`, "😀".repeat(300), "x".repeat(5_000)];

export const EDGE_CASES = [...NUMBERS, ...LARGE, ...WORDS, ...DATES, ...SIGNS, ...LONG];

/** More than an address or a body may hold. */
export const HUGE = "y".repeat(70_000);

/** Generates a text of any kind, escaped for an address. */
export const arbitraryText = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...EDGE_CASES).map(encode) },
  { weight: 4, arbitrary: fc.constantFrom(...RAW) },
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 12 }).map(encode) },
  { weight: 1, arbitrary: fc.constant(HUGE) },
);

/** Generates a value one time in so many, else null. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

export function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const INSTANTS = "2026-01-01 2024-02-29 2026-11-01T00:00:00.000Z 2026-11-01T02:00:00+02:00 2026-11-01T02:00 0001-01-01";
const BAD_INSTANTS =
  "2025-02-29 2026-13-01 2026-00-10 2026-01-01T24:00:00Z 2026-01-01T23:59:60Z 9999-12-31T23:59:59-12:00 0000-01-01";

/** Right ones and such as do not exist. */
export const anyInstant = fc.oneof(
  fc.constantFrom(...INSTANTS.split(" "), ...BAD_INSTANTS.split(" ")),
  fc
    .date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true })
    .map((at) => at.toISOString()),
);

const BAD_DOMAINS = "example a..b http:// https://user:pass@a.example/x a.example. -a.example bücher.example 1.2.3.4";

/** These domains, alone and in URLs, and such as are none. */
export function anyDomain(domains: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...domains),
    fc.constantFrom(...domains).map((domain) => `https://www.${domain.toUpperCase()}/a/b?c=d`),
    fc.constantFrom(...BAD_DOMAINS.split(" "), `https://nobody.example/${"z".repeat(400)}`),
  );
}
