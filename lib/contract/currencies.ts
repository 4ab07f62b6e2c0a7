/** How many decimal digits the minor unit of a currency has (ISO 4217): amounts of the interface are in minor units. */

/* `Intl` does not know: it says how many digits are customary (none for HUF or IDR), not how many there are. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

/** 2 for USD, 0 for JPY, 3 for KWD; 2 for a code that is not listed. */
export function minorDigits(code: string): number {
  return DIGITS.get(code) ?? 2;
}
