/** Returns the amount of an event after a row: original and dollars belong together. */
import type { Money } from "../../values/amounts";

export interface Amounts {
  readonly amountUsdCents: number | null;
  readonly amountOriginalCurrency: string | null;
  readonly amountOriginalCents: number | null;
}

export const NO_AMOUNT: Amounts = { amountUsdCents: null, amountOriginalCurrency: null, amountOriginalCents: null };

export function mergeAmount(before: Amounts, stated: Money | null, leads: boolean): Amounts {
  if (stated === null) return before;
  const known = before.amountUsdCents !== null || before.amountOriginalCents !== null;
  const same = before.amountOriginalCurrency === stated.currency && before.amountOriginalCents === stated.minor;
  if (known && !leads && !same) return before;
  // Dollars by a table of rates stay when the same amount is read again without that table.
  const previousDollars = same ? before.amountUsdCents : null;
  return {
    amountUsdCents: known && !leads ? (previousDollars ?? stated.usdCents) : (stated.usdCents ?? previousDollars),
    amountOriginalCurrency: stated.currency,
    amountOriginalCents: stated.minor,
  };
}

/** Returns the amount of an event after it was merged with another, whose amount counts when it has none. */
export function addAmount(
  { amountUsdCents, amountOriginalCurrency, amountOriginalCents }: Amounts,
  other: Amounts,
): Amounts {
  const known = amountUsdCents !== null || amountOriginalCents !== null;
  const taken = known ? { amountUsdCents, amountOriginalCurrency, amountOriginalCents } : other;
  return {
    amountUsdCents: taken.amountUsdCents,
    amountOriginalCurrency: taken.amountOriginalCurrency,
    amountOriginalCents: taken.amountOriginalCents,
  };
}
