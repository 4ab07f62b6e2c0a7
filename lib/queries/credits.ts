/** Use by day and the ledger, as the Credits page shows them. All of it is free. */

import {
  CREDITS_PAGES,
  LEDGER_CURSOR_PARAMETER,
  USAGE_DAYS_PARAMETER,
  type UsageDays,
} from "@dealflow/contract/account/credits";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { accountKey, callAccount } from "./account";

/** The ledger in pages, newest first. It only grows, so what is behind its newest entry never changes. */
export function ledgerQuery() {
  return infiniteQueryOptions({
    queryKey: accountKey(CREDITS_PAGES.ledger),
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams(pageParam === null ? {} : { [LEDGER_CURSOR_PARAMETER]: pageParam });
      return callAccount(CREDITS_PAGES.ledger, { search });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Use of so many days, read again whenever they are chosen. */
export function usageQuery(days: UsageDays) {
  return queryOptions({
    queryKey: [...accountKey(CREDITS_PAGES.usage), days],
    queryFn: () =>
      callAccount(CREDITS_PAGES.usage, { search: new URLSearchParams({ [USAGE_DAYS_PARAMETER]: String(days) }) }),
    staleTime: 0,
  });
}
