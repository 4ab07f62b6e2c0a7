/** Previews give amounts in these bands. A lower end is included, an upper one is not. */

/** Each number is the lower end of a band in US dollars: $5m to $10m is one band. The last band is open. */
export const AMOUNT_BANDS_USD = [
  0, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
  250_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
] as const;

interface AmountBand {
  readonly minUsd: number;
  /** The upper end is null in the open band. */
  readonly maxUsd: number | null;
}

/** Returns null when the amount is not known. */
export function amountBand(usd: number | null): AmountBand | null {
  if (usd === null) return null;
  const above = AMOUNT_BANDS_USD.findIndex((lowest) => lowest > usd);
  const band = above === -1 ? AMOUNT_BANDS_USD.length - 1 : Math.max(above - 1, 0);
  return { minUsd: AMOUNT_BANDS_USD[band] ?? 0, maxUsd: AMOUNT_BANDS_USD[band + 1] ?? null };
}

/**
 * Returns the amount in whole cents that stands for every amount of a band: the geometric middle. The lowest band,
 * which has none, counts at half its upper end, and the open one at √2 times its lower end.
 */
export function bandMiddleUsd({ minUsd, maxUsd }: AmountBand): number {
  const middle = maxUsd === null ? minUsd * Math.SQRT2 : minUsd === 0 ? maxUsd / 2 : Math.sqrt(minUsd * maxUsd);
  return Math.round(middle * 100) / 100;
}
