import { AMOUNT_BANDS_USD, amountBand, bandMiddleUsd } from "@dealflow/contract/records/amount-bands";

/** Returns the middle of a column's band in cents; null where the column is null. */
export function bandMiddleCents(column: string): string {
  const cases = AMOUNT_BANDS_USD.map((edge, index) => {
    const middle = Math.round(bandMiddleUsd(amountBand(edge) ?? { minUsd: edge, maxUsd: null }) * 100);
    const next = AMOUNT_BANDS_USD[index + 1];
    return next === undefined
      ? `when ${column} is not null then ${middle}`
      : `when ${column} < ${next * 100} then ${middle}`;
  });
  return `(case ${cases.join(" ")} end)`;
}
