/** Names where demo events were reported: invented outlets under `.example`. */
import type { Source } from "@dealflow/contract/records/schemas";
import { slug } from "./names";
import { type Chance, Weighted } from "./random";

const OUTLETS = new Weighted(
  "Harbour Wire|Media Dealbook|The Founding Post|Northgate Ledger|Round Register|Quarterline|Venture Almanac|Tidings Desk|Capital Courier|Marker Street|The Growth Gazette|Deal Lantern|Seed & Series|Morning Term Sheet".split(
    "|",
  ),
  (_, index) => 1 / (1 + index),
);

/** Returns one to three reports under that headline, each by another outlet. */
export function reports(chance: Chance, headline: string, announcedAt: number): Source[] {
  const date = new Date(announcedAt);
  const path = `${date.getUTCFullYear()}/${String(date.getUTCMonth() + 1).padStart(2, "0")}/${slug(headline, "-")}`;
  const count = chance.happens(0.62) ? 1 : chance.between(2, 3);
  const outlets = new Set(Array.from({ length: count }, () => OUTLETS.pick(chance)));
  return [...outlets].map((outlet) => ({
    url: `https://${slug(outlet)}.example/${path}`,
    outlet,
    title: chance.known(headline, 0.1),
  }));
}

/** Writes an amount of dollars for a headline: `$42m`, `$1.2bn`, `$750k`. */
export function headlineAmount(dollars: number): string {
  const [size, unit] = dollars >= 1e9 ? [1e9, "bn"] : dollars >= 1e6 ? [1e6, "m"] : [1e3, "k"];
  return `$${Number((dollars / size).toPrecision(3))}${unit}`;
}
