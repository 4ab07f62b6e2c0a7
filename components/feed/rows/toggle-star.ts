/** Adds a row's company to the watchlist, or removes it, and returns the result as text. */

import type { CompanyRecord } from "@dealflow/client/records";
import type { HostState } from "@/lib/api/dashboard";
import { isWatched, unwatch, watch } from "@/lib/client/saved/actions";

export async function toggleStar(host: HostState, company: CompanyRecord | null | undefined): Promise<string> {
  if (!company?.id || !company.name) return "A company that has no id cannot be watched.";
  const { id, name, domain } = company;
  const watched = await isWatched(host, id);
  const result = await (watched ? unwatch(host, id) : watch(host, [{ id, name, domain }]));
  if (!result.ok) return result.message;
  return watched ? `${name} is not watched any more` : `${name} is watched`;
}
