/** The items of the inbox, and marking them as read. All of it is free. */

import { INBOX } from "@dealflow/contract/account-inbox";
import { LIST_PARAMETERS } from "@dealflow/contract/account-lists";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { getAccount } from "./account";
import { setInboxState } from "./inbox-state";

/** The newest first. What is added later is shown when the person requests it: no row moves under the pointer. */
export function inboxQuery() {
  return infiniteQueryOptions({
    queryKey: ["inbox", "items"],
    queryFn: ({ pageParam }) =>
      getAccount(
        INBOX.inbox,
        pageParam === null ? undefined : new URLSearchParams({ [LIST_PARAMETERS.cursor]: pageParam }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A page that is opened again may have been rendered a while ago.
    staleTime: 0,
  });
}

/** Returns why it was rejected, as a sentence. */
export async function markInboxRead(position: number): Promise<string | undefined> {
  const reply = await requestAccount(INBOX.readInbox, { body: { position } });
  if (!reply.ok) return asSentence(reply.message);
  setInboxState(reply.value);
  return undefined;
}
