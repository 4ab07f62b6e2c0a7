/** Names the pages on which records were bought: a saved view by its name, a timeline by its company. */
import { LIMIT } from "@dealflow/contract/feeds";
import { useNow } from "@/components/shell/clock";
import { companyAt } from "@/lib/client/timelines/addresses";
import { pageAddress } from "@/lib/filters/pages";
import { useOwnedCompanyNames } from "@/lib/queries/owned/owned";
import { useSavedViews } from "@/lib/queries/saved";
import { viewTitle } from "./view-words";

/** Returns the title of an address; the companies of the given addresses are read, which is free. */
export function useViewTitle(addresses: readonly (string | null)[]): (address: string) => string {
  const now = useNow();
  const { views = [] } = useSavedViews(true);
  const ids = new Set(addresses.flatMap((address) => companyAt(address ?? "") ?? []));
  const companies = useOwnedCompanyNames([...ids].slice(0, LIMIT.max));
  const names = new Map(views.map(({ feed, query, name }) => [pageAddress(feed, query), name]));
  for (const { id, name } of companies) names.set(id, `Timeline: ${name}`);
  return (address) => names.get(companyAt(address) ?? address) ?? viewTitle(address, now);
}
