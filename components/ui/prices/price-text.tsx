"use client";
import { use } from "react";
import { type Price, priceText } from "@/lib/format/price";
import { PricesContext } from "./prices";

/** Shows a price outside of a button: in a link or a sentence. */
export function PriceText({ price }: { price: Price }) {
  return priceText(price, use(PricesContext).balance);
}
