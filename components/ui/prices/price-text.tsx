import { createContext, use } from "react";
import { type Price, priceText } from "@/lib/format/price";

/** Shows a price outside of a button: in a link or a sentence. */
export function PriceText({ price }: { price: Price }) {
  return priceText(price, use(PricesContext).balance);
}

interface Prices {
  /** This is the reason why nothing can be bought now, and undefined when things can be bought. */
  readonly off: string | undefined;
  /** The balance is in credits, or null when it is not known. */
  readonly balance: number | null;
}

/** Every control with a price reads this context. */
export const PricesContext = createContext<Prices>({ off: undefined, balance: null });
