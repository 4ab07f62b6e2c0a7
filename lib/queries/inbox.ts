import { INBOX } from "@dealflow/contract/account/inbox";
import type { EventFeedName } from "@dealflow/contract/feeds";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { callAccount, FOLLOW_CURSORS, pageSearch } from "./account";
import { getQueryClient } from "./client";
import type { OwnedRow } from "./owned/owned";

/** Lists the newest first. Later items are shown when the person requests them: no row moves under the pointer. */
export function inboxQuery() {
  return infiniteQueryOptions({
    queryKey: ["inbox", "items"],
    queryFn: ({ pageParam }) => callAccount(INBOX.inbox, pageParam === null ? {} : { search: pageSearch(pageParam) }),
    ...FOLLOW_CURSORS,
    // A page that is opened again may have been rendered a while ago.
    staleTime: 0,
  });
}

/** Names the record of an item that was bought, as the service does from then on. */
export function setItemOwned(position: number, { key, record: bought }: OwnedRow<EventFeedName>): void {
  const company = "target" in bought ? bought.target : bought.company;
  const record = {
    id: key,
    company: { id: company?.id ?? null, name: company?.name ?? "" },
    announcedAt: bought.announcedAt ?? "",
    amountUsd: ("target" in bought ? bought.dealAmountUsd : "amountUsd" in bought ? bought.amountUsd : null) ?? null,
  };
  getQueryClient().setQueryData(inboxQuery().queryKey, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.position === position ? { ...item, owned: true, record } : item)),
          })),
        },
  );
}
