import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { addressKey } from "@/lib/api/dashboard";
import { type PageSearch, toSearchParams } from "@/lib/server/page-search";
import { workspaceInbox } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const [query, initial, { demo }] = await Promise.all([searchParams, workspaceInbox(), shellState()]);
  return (
    <InboxPage initial={initial} search={addressKey(toSearchParams(query))} note={demo ? "Demo data" : undefined} />
  );
}
