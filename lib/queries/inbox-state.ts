/** What every page shows of the inbox: the number of unread items. Without schemas, which few pages load. */

import type { InboxState } from "@dealflow/contract/account/inbox";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { getQueryClient } from "./client";

const STATE = ["inbox", "state"] as const;
const ARRIVED = ["inbox", "arrived"] as const;

/** Null where there is no inbox: on a foreign host. */
export function useInboxState(): InboxState | null {
  const { inbox } = useSavedSummary();
  return useQuery<InboxState>({ queryKey: STATE, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data ?? inbox;
}

export function setInboxState(state: InboxState): void {
  const client = getQueryClient();
  // What was marked as read here may be newer than what the stream reads.
  const read = client.getQueryData<InboxState>(STATE)?.read ?? 0;
  if (state.read >= read) client.setQueryData<InboxState>(STATE, state);
}

export function readInboxState(): InboxState | undefined {
  return getQueryClient().getQueryData<InboxState>(STATE);
}

/** Positions of the items that were added since the document was loaded. */
export function useArrived(): readonly number[] {
  return useQuery<readonly number[]>({ queryKey: ARRIVED, queryFn: skipToken }).data ?? NONE;
}

const NONE: readonly number[] = [];

export function addArrived(position: number): void {
  getQueryClient().setQueryData<readonly number[]>(ARRIVED, (known = NONE) =>
    known.includes(position) ? known : [...known, position].slice(-MOST),
  );
}

/** A longer list would only be counted. */
const MOST = 500;
