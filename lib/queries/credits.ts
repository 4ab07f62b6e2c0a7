/** What the Credits page shows beyond its first rendering: older entries of the ledger, and longer use. All of it is free. */

import {
  type AccountLedger,
  CREDITS_PAGES,
  LEDGER_CURSOR_PARAMETER,
  USAGE_DAYS_PARAMETER,
  type UsageDays,
} from "@dealflow/contract/account-credits";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getAccount } from "./account";

/**
 * The ledger in pages, newest first. It only grows, so what is behind its newest entry never changes.
 *
 * @param first its first page as the server rendered it
 */
export function ledgerQuery(first: AccountLedger) {
  return infiniteQueryOptions({
    queryKey: ["ledger", first.entries[0]?.id ?? null],
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams(pageParam === null ? {} : { [LEDGER_CURSOR_PARAMETER]: pageParam });
      return getAccount(CREDITS_PAGES.ledger, search);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: { pages: [first], pageParams: [null] },
    // Read on only by a press, and only for as long as it is shown: names in it may change.
    enabled: false,
    gcTime: 0,
  });
}

/** Use of so many days, read again whenever they are chosen. */
export function usageQuery(days: UsageDays) {
  return queryOptions({
    queryKey: ["usage", days],
    queryFn: () => getAccount(CREDITS_PAGES.usage, new URLSearchParams({ [USAGE_DAYS_PARAMETER]: String(days) })),
    staleTime: 0,
  });
}
