/** Holds what every page shows about the inbox: the number of unread items, and those that have arrived in this document. */

import type { InboxState } from "@dealflow/contract/account/inbox";
import { create } from "zustand";
import { useSavedSummary } from "@/lib/client/saved/saved-context";

/** A longer list would only be counted. */
const MAX_ARRIVED = 500;

interface Inbox {
  /** The state is undefined until the document knows more than the page brought. */
  readonly state: InboxState | undefined;
  /** Positions of the items that were added since the document was loaded. */
  readonly arrived: readonly number[];
}

const useInbox = create<Inbox>()(() => ({ state: undefined, arrived: [] }));

/** Returns null on a foreign host, which has no inbox. */
export function useInboxState(): InboxState | null {
  const { inbox } = useSavedSummary();
  return useInbox(({ state }) => state) ?? inbox;
}

export function setInboxState(state: InboxState): void {
  // What was marked as read here may be newer than what the stream reads.
  if (state.read >= (readInboxState()?.read ?? 0)) useInbox.setState({ state });
}

export function readInboxState(): InboxState | undefined {
  return useInbox.getState().state;
}

export function useArrived(): readonly number[] {
  return useInbox(({ arrived }) => arrived);
}

export function addArrived(position: number): void {
  const { arrived } = useInbox.getState();
  if (!arrived.includes(position)) useInbox.setState({ arrived: [...arrived, position].slice(-MAX_ARRIVED) });
}
