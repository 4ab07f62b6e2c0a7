import { DUPLICATE_KINDS, DUPLICATE_STATES } from "@dealflow/contract/account/duplicates";
import type { Metadata } from "next";
import { ReviewPage } from "@/components/imports/review-page";
import { duplicatesQuery } from "@/lib/queries/duplicates";
import { openReportsQuery } from "@/lib/queries/record-reports";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ searchParams }: { searchParams: Promise<{ tab?: string | string[] }> }) {
  const { tab } = await searchParams;
  return (
    <AccountPage
      load={async (client) => {
        // The tab shows these at first.
        const [[open], [kind]] = [DUPLICATE_STATES, DUPLICATE_KINDS];
        await Promise.all([client.fetchQuery(duplicatesQuery(open, kind)), client.fetchQuery(openReportsQuery())]);
      }}
      title="Review"
    >
      <ReviewPage tab={typeof tab === "string" ? tab : undefined} />
    </AccountPage>
  );
}
