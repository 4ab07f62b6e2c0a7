/** The price of a control, formatted in one place: a price never exceeds the balance. */
import { credits, formatMaxCredits } from "./counts";

export interface Price {
  /** Credits; undefined where it is unknown before the purchase. */
  readonly credits: number | undefined;
  /** An upper bound. What the balance does not cover is left out, so the balance is a bound too. */
  readonly bound?: boolean;
  /** Replaces the number. */
  readonly words?: string;
}

export const FREE: Price = { credits: 0 };
export const NO_CREDITS = "no credits left";
const NOT_ENOUGH = "Not enough credits";

export function exactPrice(credits: number): Price {
  return { credits };
}

export function maxPrice(credits: number): Price {
  return { credits, bound: true };
}

export function unknownPrice(words: string): Price {
  return { credits: undefined, words };
}

/** Label of a button where the number of events is unknown: for one company, and for several. */
export const UNKNOWN_PRICE = unknownPrice("1 + 1 per event");
export const UNKNOWN_PRICE_EACH = unknownPrice("1 each + 1 per event");

/** Whether nothing can be bought. `balance` in credits; null: unknown. */
export function isUnaffordable(price: Price, balance: number | null): boolean {
  return balance === 0 && price.credits !== 0;
}

/**
 * `up to 20 credits`, `5 credits`, `0 credits`; with fewer left `up to 12 credits`, `up to 3 credits, all you have`; with
 * none `no credits left`, and of an exact price `Not enough credits`. `balance` in credits; null: unknown.
 */
export function priceText({ credits: price, bound = false, words }: Price, balance: number | null): string {
  if (words !== undefined && (balance !== 0 || price === 0)) return words;
  if (price === undefined || (balance === 0 && bound)) return NO_CREDITS;
  if (balance === null || price <= balance) return bound ? formatMaxCredits(price) : credits(price);
  if (balance === 0) return NOT_ENOUGH;
  return bound ? formatMaxCredits(balance) : `${formatMaxCredits(balance)}, all you have`;
}
