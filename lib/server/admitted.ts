/** What every route of the dashboard asks first: does one of its own pages ask, and has the browser passed the door. */
import "server-only";
import { ACCOUNT_HEADER } from "@/lib/api/dashboard";
import { UNLOCK_PAGE } from "@/lib/filters/own-path";
import { isLoopback } from "@/lib/net/loopback";
import { type Failure, failure, failureAtDoor } from "./answers";
import { type Asker, askerIn } from "./asker";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import type { Upstream } from "./upstream";

/** On our own service it is for the service to say who is signed in; here that is only taken down. */
export function admitted(board: Dashboard, headers: Headers): Asker | { readonly failure: Failure } {
  const refused = refusal(headers, board.settings.dashboardUrl);
  if (refused !== undefined) return { failure: failure(403, "FORBIDDEN", refused) };
  const asker = askerIn(headers, board.settings);
  if (isElsewhere(board, asker)) return { failure: failure(403, "FORBIDDEN", ELSEWHERE) };
  if (isLocked(board, asker))
    return { failure: failureAtDoor(UNLOCK_PAGE, "This dashboard asks for its password first.") };
  return asker;
}

/** A foreign host's pages ask for a password that this browser has not given. */
export function isLocked({ unlock }: Dashboard, { unlocked }: Asker): boolean {
  return unlock !== undefined && !unlock.opens(unlocked);
}

export const ELSEWHERE = "Without DASHBOARD_PASSWORD, this dashboard shows another host's API to this machine alone.";

/**
 * A foreign host without a password is shown to this machine alone, whatever the program was told to listen on: settings
 * are checked at the start, but not how Next was called.
 */
export function isElsewhere({ settings, unlock }: Dashboard, { address }: Asker): boolean {
  return settings.apiKey !== undefined && unlock === undefined && (address === undefined || !isLoopback(address));
}

/**
 * A tab shows the workspace that was open when it was loaded. When another one has been opened since in that browser,
 * nothing is bought on its account, nor shown among the other's rows. Undefined when the page's is the open one.
 */
export function outdated(headers: Headers, { account }: Upstream): Failure | undefined {
  const of = headers.get(ACCOUNT_HEADER);
  if (of === null || of === account) return undefined;
  const message =
    "Another workspace was opened in this browser since this page was loaded: reload it. Nothing was charged.";
  return failure(409, "CONFLICT", message);
}
