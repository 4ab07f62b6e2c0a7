/** Formats the price of every control in one place: a price never exceeds the balance. */
import { credits, formatMaxCredits } from "./counts";

export interface Price {
  /** The number is undefined where it is unknown before the purchase. */
  readonly credits: number | undefined;
  /** It is true for an upper bound. Records that the balance does not cover are left out, so the balance is a bound too. */
  readonly bound?: boolean;
  /** These words replace the number. */
  readonly words?: string;
  /** The budgets leave this session these credits, of which the purchase takes no more; absent where none is set. */
  readonly sessionLeft?: number | undefined;
}

export const FREE: Price = { credits: 0 };
const NO_CREDITS = "no credits left";

export function exactPrice(credits: number): Price {
  return { credits };
}

export function maxPrice(credits: number): Price {
  return { credits, bound: true };
}

/** Returns true when a budget, before the balance, keeps a part of this price from being spent. */
export function isCutBySession({ credits: price, sessionLeft }: Price, balance: number | null): boolean {
  return price !== undefined && sessionLeft !== undefined && sessionLeft < Math.min(price, balance ?? price);
}

export function unknownPrice(words: string): Price {
  return { credits: undefined, words };
}

/** This label shows that the number of events is unknown, for one company and for several. */
export const UNKNOWN_PRICE = unknownPrice("1 + 1 per event");
export const UNKNOWN_PRICE_EACH = unknownPrice("1 each + 1 per event");

/** Returns true when nothing can be bought. `balance` is in credits, or null when it is unknown. */
export function isUnaffordable({ credits: price, sessionLeft }: Price, balance: number | null): boolean {
  return (balance === 0 || sessionLeft === 0) && price !== 0;
}

/**
 * The result looks like `up to 20 credits`, `5 credits` or `0 credits`; with fewer left like `up to 12 credits` or `up
 * to 3 credits, all you have`, or `up to 3 credits, budget limit`; with none it is `no credits left`. `balance` is in credits, or null when it is unknown.
 */
export function priceText(offered: Price, balance: number | null): string {
  const { credits: price, bound = false, words, sessionLeft = 0 } = offered;
  if (isCutBySession(offered, balance))
    return sessionLeft === 0 ? "budget used up" : `${formatMaxCredits(sessionLeft)}, budget limit`;
  if (words !== undefined && (balance !== 0 || price === 0)) return words;
  if (price === undefined || (balance === 0 && (bound || price > 0))) return NO_CREDITS;
  if (balance === null || price <= balance) return bound ? formatMaxCredits(price) : credits(price);
  return bound ? formatMaxCredits(balance) : `${formatMaxCredits(balance)}, all you have`;
}

/**
 * Writes what still works where nothing can be bought; undefined where something can. `balance` is in credits, and
 * null when unknown.
 */
export function shortWords(price: Price | undefined, balance: number | null): string | undefined {
  if (price === undefined || !isUnaffordable(price, balance)) return undefined;
  return "No credits left. What you own, its export, saved views and the watchlist still work.";
}
