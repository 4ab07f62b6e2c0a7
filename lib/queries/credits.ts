/** Queries use by day, the ledger and its charges for the Credits pages. All of it is free. */

import {
  CREDITS_PAGES,
  LEDGER_CURSOR_PARAMETER,
  USAGE_DAYS_PARAMETER,
  type UsageDays,
} from "@dealflow/contract/account/spending/credits";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { accountKey, accountQuery, callAccount, FOLLOW_CURSORS } from "./account";

/** Reads the ledger in pages, newest first. It only grows, so the entries after its newest one never change. */
export function ledgerQuery() {
  return infiniteQueryOptions({
    queryKey: accountKey(CREDITS_PAGES.ledger),
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams(pageParam === null ? {} : { [LEDGER_CURSOR_PARAMETER]: pageParam });
      return callAccount(CREDITS_PAGES.ledger, { search });
    },
    ...FOLLOW_CURSORS,
  });
}

export function chargeQuery(id: string) {
  return accountQuery(CREDITS_PAGES.charge, { id });
}

/** Reads the use of this many days, again each time they are chosen. */
export function usageQuery(days: UsageDays) {
  const search = new URLSearchParams({ [USAGE_DAYS_PARAMETER]: String(days) });
  return queryOptions({ ...accountQuery(CREDITS_PAGES.usage, { search }), staleTime: 0 });
}
