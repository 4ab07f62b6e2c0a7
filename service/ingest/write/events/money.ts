/** Returns the amount of an event after a row: original and dollars belong together. */
import type { Money } from "../../values/amounts";

export interface Amounts {
  readonly amountUsdCents: number | null;
  readonly amountOriginalCurrency: string | null;
  readonly amountOriginalCents: number | null;
}

export const AMOUNT_FACTS = ["amountUsdCents", "amountOriginalCurrency", "amountOriginalCents"] as const;
export const NO_AMOUNT: Amounts = { amountUsdCents: null, amountOriginalCurrency: null, amountOriginalCents: null };

export function mergeAmount(before: Amounts, stated: Money | null, leads: boolean): Amounts {
  const known = isKnown(before);
  const same = before.amountOriginalCurrency === stated?.currency && before.amountOriginalCents === stated.minor;
  if (stated === null || (known && !leads && !same)) return amountAlone(before);
  // Dollars by a table of rates stay when the same amount is read again without that table.
  const previousDollars = same ? before.amountUsdCents : null;
  return {
    amountUsdCents: known && !leads ? (previousDollars ?? stated.usdCents) : (stated.usdCents ?? previousDollars),
    amountOriginalCurrency: stated.currency,
    amountOriginalCents: stated.minor,
  };
}

/** Returns the amount of an event after it was merged with another, whose amount counts when it has none. */
export function addAmount(own: Amounts, other: Amounts): Amounts {
  return amountAlone(isKnown(own) ? own : other);
}

function isKnown({ amountUsdCents, amountOriginalCents }: Amounts): boolean {
  return amountUsdCents !== null || amountOriginalCents !== null;
}

/** The other facts of the event are not among those of its amount. */
function amountAlone({ amountUsdCents, amountOriginalCurrency, amountOriginalCents }: Amounts): Amounts {
  return { amountUsdCents, amountOriginalCurrency, amountOriginalCents };
}
