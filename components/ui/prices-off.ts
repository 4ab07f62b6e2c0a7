"use client";
/** Why nothing can be bought now, for every control with a price; undefined when things can be bought. */
import { createContext } from "react";

export const PricesOff = createContext<string | undefined>(undefined);
