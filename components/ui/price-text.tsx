"use client";
import { use } from "react";
import { type Price, priceText } from "@/lib/format/price";
import { PricesContext } from "./prices";

/** A price where it is no part of a button: of a link, or in a sentence. */
export function PriceText({ price }: { price: Price }) {
  return priceText(price, use(PricesContext).balance);
}
