import type { Metadata } from "next";
import { ReviewPage } from "@/components/imports/review-page";
import { duplicatesQuery, openPairsQuery, readPairChoice } from "@/lib/queries/duplicates";
import { openReportsQuery } from "@/lib/queries/record-reports";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const search = toSearchParams(await searchParams);
  return (
    <AccountPage
      load={async (client) => {
        const [{ rules }] = await Promise.all([
          client.fetchQuery(openPairsQuery()),
          client.fetchQuery(openReportsQuery()),
        ]);
        const { kind, state } = readPairChoice(search, rules);
        await client.ensureQueryData(duplicatesQuery(state, kind));
      }}
      title="Review"
    >
      <ReviewPage search={search.toString()} />
    </AccountPage>
  );
}
