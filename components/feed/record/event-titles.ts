import type { EventFeedName } from "@dealflow/contract/feeds";

/** These titles name one record of a feed. */
export const EVENT_TITLES: Readonly<Record<EventFeedName, string>> = {
  funding: "Funding round",
  acquisitions: "Acquisition",
  execMoves: "Exec move",
};
