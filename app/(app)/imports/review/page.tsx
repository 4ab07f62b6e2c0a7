import { DUPLICATE_KINDS, DUPLICATE_STATES, DUPLICATES } from "@dealflow/contract/account/duplicates";
import { RECORD_REPORTS } from "@dealflow/contract/account/record-reports";
import type { Metadata } from "next";
import { ReviewPage } from "@/components/imports/review-page";
import { duplicatesQuery, listedPairs } from "@/lib/queries/duplicates";
import { openReportsQuery } from "@/lib/queries/record-reports";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ searchParams }: { searchParams: Promise<{ tab?: string | string[] }> }) {
  const { tab } = await searchParams;
  return (
    <AccountPage
      load={async (client) => {
        // The tab shows these at first.
        const [[open], [kind]] = [DUPLICATE_STATES, DUPLICATE_KINDS];
        await Promise.all([
          client.fetchQuery({
            ...duplicatesQuery(open, kind),
            queryFn: () => readAccountData(DUPLICATES.duplicates, listedPairs(open, kind)),
          }),
          client.fetchQuery({
            ...openReportsQuery(),
            queryFn: () => readAccountData(RECORD_REPORTS.openRecordReports),
          }),
        ]);
      }}
      title="Review"
    >
      <ReviewPage tab={typeof tab === "string" ? tab : undefined} />
    </AccountPage>
  );
}
