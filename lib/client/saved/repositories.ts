/** The repositories of saved views and the watchlist. Loaded on first use. */
import type { HostState } from "@/lib/api/dashboard";
import { accountRepository } from "./account-repository";
import { browserRepository } from "./browser-repository";
import type { SavedRepository } from "./repository";

export { subscribeToTabs as listenToTabs } from "./tabs";

export function repositoryOf(host: HostState): SavedRepository {
  return host.own ? accountRepository : browserRepository(host.account ?? "");
}
