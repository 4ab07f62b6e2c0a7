/** The states of the companies that a page shows, from what the server knew when it rendered the page. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { useHost } from "../host";
import {
  type CompanyStates,
  companyStates,
  initialStates,
  loadCached,
  loadQuotes,
  seedCompanies,
  subscribeCompanies,
} from "./company-store";

/**
 * @param ids the companies that are shown now, which may be others than the server rendered; the same array while they are
 *   the same
 * @param fetchFromServer also for each of the others; else the server's cache is read when they are loaded
 */
export function useCompanies(
  initial: readonly CompanyInitial[],
  ids: readonly string[],
  fetchFromServer = true,
): CompanyStates {
  const { own } = useHost();
  const initialSnapshot = useMemo(() => {
    if (typeof window !== "undefined") seedCompanies(initial);
    return initialStates(initial);
  }, [initial]);
  const states = useSyncExternalStore(subscribeCompanies, companyStates, () => initialSnapshot);
  useEffect(() => {
    if (own) void loadQuotes(ids);
    const rendered = new Set(initial.map(({ id }) => id));
    void loadCached(
      ids.filter((id) => rendered.has(id)),
      false,
    );
    void loadCached(
      ids.filter((id) => !rendered.has(id)),
      fetchFromServer,
    );
  }, [ids, initial, own, fetchFromServer]);
  return states;
}
