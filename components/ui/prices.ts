"use client";
/** The current state of every control with a price. */
import { createContext } from "react";

export interface Prices {
  /** Why nothing can be bought now; undefined when things can be bought. */
  readonly off: string | undefined;
  /** Credits; null: not known. */
  readonly balance: number | null;
  /** The press that was a moment ago, by its number: another one now would belong to it. 0: there was none. */
  readonly pressed: number;
  /** Called by each press, with its time in ms. Its number, or 0: it belongs to the one before and does not count. */
  press(at: number): number;
}

export const PricesContext = createContext<Prices>({ off: undefined, balance: null, pressed: 0, press: () => 1 });
