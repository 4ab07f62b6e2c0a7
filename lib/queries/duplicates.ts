/** Queries pairs of records that may be one, for operators. */
import {
  DUPLICATE_KIND_PARAM,
  DUPLICATE_KINDS,
  DUPLICATE_STATE_PARAM,
  DUPLICATE_STATES,
  DUPLICATES,
  type DuplicateKind,
  type DuplicateList,
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

/** Every list of pairs has the rules of all kinds; those of this one come with the page. */
export function openPairsQuery() {
  return duplicatesQuery("open", DUPLICATE_KINDS[0]);
}

/** @param kind counts the pairs of all kinds unless it is stated */
export function countOpenPairs(rules: DuplicateList["rules"], kind?: DuplicateKind): number {
  return rules.reduce((sum, rule) => sum + (kind === undefined || rule.kind === kind ? rule.open : 0), 0);
}

/** Reads which pairs the address shows: without a kind, the first that has open pairs. */
export function readPairChoice(
  search: URLSearchParams,
  rules: DuplicateList["rules"],
): { readonly kind: DuplicateKind; readonly state: DuplicateState } {
  return {
    kind:
      DUPLICATE_KINDS.find((kind) => kind === search.get(DUPLICATE_KIND_PARAM)) ??
      DUPLICATE_KINDS.find((kind) => countOpenPairs(rules, kind) > 0) ??
      DUPLICATE_KINDS[0],
    state: DUPLICATE_STATES.find((state) => state === search.get(DUPLICATE_STATE_PARAM)) ?? "open",
  };
}
