/** Puts a row's company on the watchlist, or takes it off, and says what came of it. */
import type { HostState } from "@/lib/api/dashboard";
import type { CompanyRecord } from "@/lib/api/records";
import { loadCompanies, unwatch, watch } from "@/lib/client/saved/actions";
import { savedState } from "@/lib/client/saved/saved-store";

export async function toggleStar(host: HostState, company: CompanyRecord | null | undefined): Promise<string> {
  if (!company?.id || !company.name) return "A company that has no id cannot be watched.";
  const { id, name, domain } = company;
  await loadCompanies(host);
  const watched = savedState().companies?.some((one) => one.id === id) ?? false;
  const kept = await (watched ? unwatch(host, id) : watch(host, [{ id, name, domain }]));
  if (!kept.ok) return kept.message;
  return watched ? `${name} is not watched any more` : `${name} is watched`;
}
