"use client";

/** Lists new events that match saved views or the watchlist. The list is free; showing a record costs a credit. */

import { INBOX, type InboxItem } from "@dealflow/contract/account/inbox";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SHEET_BOX } from "@/components/feed/sheet/sheet-row";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { unreadWords } from "@/components/shell/navigation/navigation";
import { Page } from "@/components/shell/page";
import { INBOX_PAGE } from "@/components/shell/pages";
import { NothingSaved } from "@/components/shell/saved-page";
import { Button } from "@/components/ui/button";
import { passFocus } from "@/components/ui/focus";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpenRecord } from "@/lib/client/address";
import { setInboxState, useArrived, useInboxState } from "@/lib/client/inbox/inbox-state";
import { useOffline } from "@/lib/client/online";
import type { RequestError } from "@/lib/client/requests/send-request";
import { formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { inboxQuery } from "@/lib/queries/inbox";
import { useItemPurchase } from "@/lib/queries/item-purchase";
import { type InboxRow, InboxTable } from "./inbox-table";

const LazyItemSheet = lazyComponent(
  async () => (await import("./item-sheet")).ItemSheet,
  <div className={SHEET_BOX} />,
);

interface Props {
  /** The address's query has its parameters in order of name. */
  search: string;
}

export function InboxPage({ search }: Props) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(inboxQuery());
  const state = useInboxState();
  const opened = useOpenRecord(INBOX_PAGE, search);
  const offline = useOffline();
  const marking = useAccountMutation(INBOX.readInbox, { onSuccess: setInboxState });
  const purchase = useItemPurchase(opened.setOpen);
  const open = (item: InboxItem) =>
    item.owned && item.record !== null ? opened.setOpen(item.record.id) : purchase.buy(item);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0]?.position ?? 0;
  const added = useArrived().filter((position) => position > newest).length;
  const rows: InboxRow[] = items.map((item) => ({ ...item, unread: item.position > (state?.read ?? 0) }));
  const failed = rows.find(({ position }) => position === purchase.position);
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)]">
      <Page
        title="Inbox"
        aside={state !== null && state.unread > 0 ? `${unreadWords(state.unread)} unread` : undefined}
        tools={
          <Button
            ref={passFocus}
            disabled={marking.isPending || offline || newest <= (state?.read ?? 0)}
            onClick={() => marking.mutate({ body: { position: newest } })}
          >
            Mark all as read
          </Button>
        }
        wide
      >
        <div className="@container content-start">
          {marking.problem !== undefined && <Problem>{marking.problem}</Problem>}
          {error !== null && (
            <Problem>
              {error.message} <Button onClick={() => void refetch()}>Try again</Button>
            </Problem>
          )}
          {failed !== undefined && purchase.failure !== undefined && (
            <PurchaseProblem outcome={purchase.failure} disabled={offline} onRetry={() => open(failed)} />
          )}
          <p role="status" className={added === 0 ? "sr-only" : "border-b border-line px-gutter py-2 text-12"}>
            {added > 0 && (
              <Button variant="link" onClick={() => void refetch()}>
                Show {formatCount(added, "new event")}
              </Button>
            )}
          </p>
          {data !== undefined && rows.length === 0 && added === 0 && (
            <div className="px-gutter pt-4">
              <NothingSaved title="Nothing yet">
                New events that match your saved views, or companies on the watchlist, appear here as they are added.
                Save a view of a feed, or press the star next to a company’s name. The list is free; showing a record
                costs 1 credit.
              </NothingSaved>
            </div>
          )}
          {rows.length > 0 && (
            <InboxTable
              rows={rows}
              opened={opened}
              disabled={offline}
              pending={purchase.isPending ? purchase.position : undefined}
              onOpen={open}
            />
          )}
          {hasNextPage && (
            <p className="px-gutter py-3">
              <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </p>
          )}
        </div>
      </Page>
      {opened.open !== undefined && <LazyItemSheet rows={rows} opened={opened} />}
    </div>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="px-gutter py-3 text-bad-text">
      {children}
    </p>
  );
}

interface ProblemProps {
  outcome: "gone" | RequestError;
  disabled: boolean;
  onRetry: () => void;
}

/** Explains why a record was not bought. */
function PurchaseProblem({ outcome, disabled, onRetry }: ProblemProps) {
  if (outcome === "gone") return <Problem>This record is no longer in the feed. Nothing was charged.</Problem>;
  return (
    <ErrorNotice
      error={outcome}
      what="The record"
      stays=""
      price={exactPrice(1)}
      disabled={disabled}
      onRetry={onRetry}
    />
  );
}
