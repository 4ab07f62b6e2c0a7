"use client";
/** The current state of every control with a price. */
import { createContext } from "react";

export interface Prices {
  /** Why nothing can be bought now; undefined when things can be bought. */
  readonly off: string | undefined;
  /** Credits; null: not known. */
  readonly balance: number | null;
}

export const PricesContext = createContext<Prices>({ off: undefined, balance: null });
