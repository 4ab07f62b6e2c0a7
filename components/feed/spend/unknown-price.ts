import { unknownPrice } from "@/lib/format/price";

/** What stands on a button where nobody tells how many events there are: for one company, and for several. */
export const UNKNOWN_PRICE = unknownPrice("1 + 1 per event");
export const UNKNOWN_PRICE_EACH = unknownPrice("1 each + 1 per event");
