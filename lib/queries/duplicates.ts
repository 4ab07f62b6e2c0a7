/** Queries pairs of records that may be one, for operators. */
import {
  DUPLICATE_KIND_PARAM,
  DUPLICATE_STATE_PARAM,
  DUPLICATES,
  type DuplicateKind,
  type DuplicateState,
} from "@dealflow/contract/account/duplicates";
import { queryOptions } from "@tanstack/react-query";
import { accountQuery } from "./account";
import { WHEN_ONLINE } from "./client";

export function duplicatesQuery(state: DuplicateState, kind: DuplicateKind) {
  const search = new URLSearchParams({ [DUPLICATE_STATE_PARAM]: state, [DUPLICATE_KIND_PARAM]: kind });
  return queryOptions({
    ...accountQuery(DUPLICATES.duplicates, { search }),
    // A page that is opened again may have been rendered a while ago.
    staleTime: 0,
    ...WHEN_ONLINE,
  });
}
