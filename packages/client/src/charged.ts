/** A failure with `no` certainly charged nothing. */
export type Charged = "no" | "unknown";

export function costSentence(charged: Charged): string {
  return charged === "no" ? "Nothing was charged." : "This may have been charged; check your balance.";
}
