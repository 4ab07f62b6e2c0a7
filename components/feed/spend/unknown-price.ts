import { unknownPrice } from "@/lib/format/price";

/** Label of a button where the number of events is unknown: for one company, and for several. */
export const UNKNOWN_PRICE = unknownPrice("1 + 1 per event");
export const UNKNOWN_PRICE_EACH = unknownPrice("1 each + 1 per event");
