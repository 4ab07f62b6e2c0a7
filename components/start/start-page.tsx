"use client";

import type { SavedView, WatchedCompany } from "@dealflow/contract/account/saved";
import { CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import { useQuery } from "@tanstack/react-query";
import { PAGE_COLUMNS, Page } from "@/components/shell/page";
import { useHost } from "@/lib/client/host";
import { accountQuery } from "@/lib/queries/account";
import { useSavedViews, useWatchlist } from "@/lib/queries/saved";
import { Credits, RecentPurchases, RecentSearches } from "./account-lists";
import { FirstSteps } from "./first-steps";
import { Markets } from "./market-charts";
import { NewInViews } from "./new-in-views";
import { WatchedNews } from "./watched-news";

interface Props {
  views: readonly SavedView[] | null;
  companies: readonly WatchedCompany[] | null;
}

const EXPLORING = "Opening and filtering are free. You pay when you reveal a record.";

/** A session begins on this page. What it shows is free, and what it sells has its price on the button. */
export function StartPage({ views, companies }: Props) {
  const { own } = useHost();
  const known = useSavedViews(true).views ?? views ?? undefined;
  const watched = useWatchlist(true).companies ?? companies ?? [];
  const { data: credits } = useQuery({ ...accountQuery(CREDITS_PAGES.credits), enabled: own });
  const revealed = !own || (credits?.used ?? 0) > 0;
  const kept = (known?.length ?? 0) + watched.length > 0;

  return (
    <Page title="Start" aside={EXPLORING}>
      <div className={PAGE_COLUMNS}>
        <div className="flex min-w-0 flex-col gap-8">
          {known !== undefined && (
            <>
              {(!kept || !revealed) && <FirstSteps revealed={revealed} saved={kept} />}
              {known.length > 0 && <NewInViews views={known} />}
              {watched.length > 0 && <WatchedNews companies={watched} />}
              {own && <Markets views={known} />}
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Credits />
          {own && <RecentPurchases />}
          <RecentSearches />
        </div>
      </div>
    </Page>
  );
}
