import { isUnaffordable, type Price } from "@/lib/format/price";

/**
 * Writes what still works where nothing can be bought; undefined where something can. `balance` is in credits, and
 * null when unknown.
 */
export function shortWords(price: Price | undefined, balance: number | null): string | undefined {
  if (price === undefined || !isUnaffordable(price, balance)) return undefined;
  return "No credits left. What you own, its export, saved views and the watchlist still work.";
}
