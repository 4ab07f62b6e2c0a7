import type { FeedView } from "@/lib/client/feed-view-state";

export type Failure = NonNullable<FeedView["error"]>;

/** The charge is shown only when the server reports it; otherwise it is unknown until the balance is read. */
export function charge(error: Pick<Failure, "charged">): string {
  return error.charged === "no" ? "Nothing was charged." : "This may have been charged; check your balance.";
}
