"use client";
/** Every control with a price reads this context. */
import { createContext } from "react";

interface Prices {
  /** This is the reason why nothing can be bought now, and undefined when things can be bought. */
  readonly off: string | undefined;
  /** The balance is in credits, or null when it is not known. */
  readonly balance: number | null;
}

export const PricesContext = createContext<Prices>({ off: undefined, balance: null });
