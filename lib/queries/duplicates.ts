/** Queries pairs of companies that may be one, for operators. */
import { DUPLICATE_STATE_PARAM, DUPLICATES, type DuplicateState } from "@dealflow/contract/account/duplicates";
import { queryOptions } from "@tanstack/react-query";
import { accountKey, callAccount } from "./account";
import { WHEN_ONLINE } from "./client";

export function duplicatesQuery(state: DuplicateState) {
  return queryOptions({
    queryKey: [...accountKey(DUPLICATES.duplicates), state],
    queryFn: () =>
      callAccount(DUPLICATES.duplicates, { search: new URLSearchParams({ [DUPLICATE_STATE_PARAM]: state }) }),
    // A page that is opened again may have been rendered a while ago.
    staleTime: 0,
    ...WHEN_ONLINE,
  });
}
