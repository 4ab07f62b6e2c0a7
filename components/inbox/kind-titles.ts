import type { EventFeedName } from "@dealflow/contract/feeds";

/** What one record of a feed is. */
export const KIND_TITLES: Readonly<Record<EventFeedName, string>> = {
  funding: "Funding round",
  acquisitions: "Acquisition",
  execMoves: "Exec move",
};
