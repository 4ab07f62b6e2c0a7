import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { inboxQuery } from "@/lib/queries/inbox";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return (
    <AccountPage load={(client) => client.fetchInfiniteQuery(inboxQuery())} title="Inbox" wide>
      <InboxPage search={toSearchParams(await searchParams).toString()} />
    </AccountPage>
  );
}
