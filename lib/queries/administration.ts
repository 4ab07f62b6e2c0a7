/** Queries what operators administer. Others may change it meanwhile, so it is read again whenever it is shown again. */
import { ADMINISTRATION, type LEDGER_OPTIONS, MOST_LISTED } from "@dealflow/contract/account/administration";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { accountKey, accountQuery, callAccount } from "./account";

export type LedgerSearch = Readonly<Partial<Record<(typeof LEDGER_OPTIONS)[number], string>>>;

export function installationQuery() {
  return queryOptions({ ...accountQuery(ADMINISTRATION.installation), staleTime: 0 });
}

/** Returns the parameters of a search; an empty one lists the newest. */
function listed(search: string): URLSearchParams {
  return new URLSearchParams({ ...(search && { search }), limit: String(MOST_LISTED) });
}

export function peopleQuery(search: string) {
  return queryOptions({ ...accountQuery(ADMINISTRATION.findPeople, { search: listed(search) }), staleTime: 0 });
}

export function workspacesQuery(search: string) {
  return queryOptions({ ...accountQuery(ADMINISTRATION.findWorkspaces, { search: listed(search) }), staleTime: 0 });
}

export function workspaceQuery(id: string) {
  return queryOptions({ ...accountQuery(ADMINISTRATION.workspaceDetails, { id }), staleTime: 0 });
}

export function foundLedgerQuery(search: LedgerSearch) {
  return infiniteQueryOptions({
    queryKey: [...accountKey(ADMINISTRATION.findLedger), search],
    queryFn: ({ pageParam }) =>
      callAccount(ADMINISTRATION.findLedger, {
        search: ledgerParameters({ ...search, ...(pageParam && { before: pageParam }) }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
}

export function ledgerParameters(search: LedgerSearch): URLSearchParams {
  return new URLSearchParams({ ...search, limit: String(MOST_LISTED) });
}
