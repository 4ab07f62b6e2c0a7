/** The API gives amounts in minor units; ISO 4217 defines how many decimal digits these have. */

/* `Intl` cannot be used: it returns the customary digits (none for HUF or IDR), not the defined ones. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

/** Returns 2 for USD, 0 for JPY, 3 for KWD, and 2 for a code that is not listed. */
export function minorDigits(code: string): number {
  return DIGITS.get(code) ?? 2;
}
