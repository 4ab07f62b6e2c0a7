/** Queries numbers about everything that a query matches. They are free; only our own service has them. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { RowList } from "@/lib/filters/address";
import { CATCH_UP_MS, WHEN_ONLINE } from "./client";

/** Summaries change with imports, so they are requested again when they are shown after this time (ms). */
const STALE_AFTER_MS = 60_000;
/** A service that has just started still reads the feed: the last of these, after twice as long each, is two minutes later. */
const RETRIES = 8;

/** Either all matches are summarized, or the purchased ones. */
export type Summarized = Pick<RowList, "feed" | "scope">;

export function summaryQuery({ feed, scope }: Summarized, canonical: string) {
  return queryOptions({
    queryKey: ["summary", feed, scope, canonical],
    queryFn: async () => {
      const { callAccount, SUMMARIES } = await import("./private-api");
      // Effects of facets and charts run before the one that requests the rows, which a person waits for.
      await new Promise((resolve) => setTimeout(resolve));
      const endpoint =
        scope === "owned" ? (await import("./owned/owned-api")).PURCHASES.purchasedSummary : SUMMARIES.summary;
      return callAccount(endpoint, { id: feed, search: new URLSearchParams(canonical) });
    },
    staleTime: STALE_AFTER_MS,
    retry: RETRIES,
    refetchInterval: ({ state }) => (state.data?.counting ? CATCH_UP_MS : false),
    // A changed filter shows the numbers before it until its own are there, so that nothing blinks.
    placeholderData: keepPreviousData,
    // Facets and charts whose numbers are the same as before stay the same objects, and are not rendered again.
    select: identity,
    structuralSharing: true,
    ...WHEN_ONLINE,
  });
}

/** TanStack Query compares selected data with the data of the query before it. */
function identity(summary: Summary): Summary {
  return summary;
}

/**
 * Returns the latest summary, also while it is that of the query before (`isPlaceholderData`).
 * @param of undefined when summaries are not free here: nothing is requested
 */
export function useSummary(of: Summarized | undefined, canonical: string) {
  return useQuery({ ...summaryQuery(of ?? NOTHING, canonical), enabled: of !== undefined });
}

/** Requests a summary that failed again now instead of after the pause between two retries. */
export async function retrySummary(client: QueryClient, of: Summarized, canonical: string): Promise<void> {
  const { queryKey } = summaryQuery(of, canonical);
  if (!client.getQueryState(queryKey)?.fetchFailureCount) return;
  await client.cancelQueries({ queryKey, exact: true });
  await client.refetchQueries({ queryKey, exact: true });
}

const NOTHING: Summarized = { feed: "funding", scope: "all" };
