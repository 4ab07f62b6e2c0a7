/** Shows the credits, what was bought last, and the last searches of this browser. */

import { type AccountUsage, CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useViewTitle } from "@/components/feed/use-view-title";
import { viewTitle } from "@/components/feed/view-words";
import { useNow } from "@/components/shell/clock";
import { CORRECTION, endpointTitle } from "@/components/shell/endpoint-titles";
import { getPace } from "@/components/shell/pace";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { useVisits } from "@/lib/client/ui-store";
import { pageAddress } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { age } from "@/lib/format/dates";
import { accountQuery } from "@/lib/queries/account";
import { ledgerQuery } from "@/lib/queries/credits";
import { LIST_LINK, LIST_ROW, LIST_TITLE } from "./list-classes";

/** Each list shows this many entries; the rest is one link away. */
const SHOWN = 5;
const WORKING_WEEK = 5;
const WEEKS_OF_A_YEAR = 52;

export function Credits() {
  const { own } = useHost();
  const { balance, sessionUsed } = useMeter();
  const { data: credits } = useQuery({ ...accountQuery(CREDITS_PAGES.credits), enabled: own });
  const { data: usage } = useQuery({ ...accountQuery(CREDITS_PAGES.usage), enabled: own });
  const left = balance === null || !usage || !credits ? undefined : getPace(usage, balance, credits.since);
  return (
    <section aria-labelledby="start-credits">
      <h2 className={LIST_TITLE} id="start-credits">
        Credits
      </h2>
      <p className="pt-2 text-28 font-semibold tracking-tight">{balance === null ? "–" : count(balance)}</p>
      <p className="text-12 text-text-2">
        {usage === undefined
          ? `${count(sessionUsed)} used in this session`
          : [paceWords(left?.workingDaysLeft), savedWords(usage)].filter((text) => text !== "").join(" · ")}
      </p>
    </section>
  );
}

/** Writes `About 9 weeks at this pace`; under two weeks it counts working days, and beyond a year nothing. */
function paceWords(workingDays: number | undefined): string {
  if (workingDays === undefined) return "Nothing was used in 30 days";
  const weeks = Math.round(workingDays / WORKING_WEEK);
  if (weeks > WEEKS_OF_A_YEAR) return "More than a year at this pace";
  return `About ${weeks < 2 ? formatCount(workingDays, "working day") : formatCount(weeks, "week")} at this pace`;
}

/** Writes `paying once saved 411 this month`. */
function savedWords({ savings, to }: AccountUsage): string {
  const days = savings?.days.filter(({ day }) => day.slice(0, 7) === to.slice(0, 7)) ?? [];
  const saved = days.reduce((sum, { records }) => sum + records, 0);
  return saved === 0 ? "" : `paying once saved ${count(saved)} this month`;
}

export function RecentPurchases() {
  const { own } = useHost();
  const now = useNow();
  const { data } = useInfiniteQuery({ ...ledgerQuery(), enabled: own });
  const purchases = (data?.pages ?? [])
    .flatMap(({ entries }) => entries)
    .filter(({ delta, endpoint }) => delta < 0 && endpoint !== CORRECTION.endpoint)
    .slice(0, SHOWN);
  const purchaseTitle = useViewTitle(purchases.map(({ view }) => view));
  return (
    <section aria-labelledby="start-purchases">
      <h2 className={LIST_TITLE} id="start-purchases">
        Recent purchases <Link href="/credits">All</Link>
      </h2>
      <ul>
        {purchases.map(({ id, at, endpoint, view, client, delta }) => (
          <li key={id} className={LIST_ROW}>
            {view === null ? (
              <p className="truncate">
                {endpointTitle(endpoint)}, {client ?? "API"}
              </p>
            ) : (
              <Link href={view} className={LIST_LINK}>
                <b>{purchaseTitle(view)}</b>
              </Link>
            )}
            <span>{formatCount(-delta, "credit")}</span>
            <span className="w-12 text-right">{age(at, now)}</span>
          </li>
        ))}
        {purchases.length === 0 && <li className={`${LIST_ROW} text-text-2`}>Nothing bought yet</li>}
      </ul>
    </section>
  );
}

/** This list is read in the browser after the first paint, so it stands last and moves nothing. */
export function RecentSearches() {
  const { account } = useHost();
  const visits = useVisits(account ?? "");
  const now = useNow();
  return (
    <section aria-labelledby="start-searches">
      <h2 className={LIST_TITLE} id="start-searches">
        Recent searches
      </h2>
      <ul>
        {visits?.map(({ feed, query, at }) => (
          <li key={`${feed}?${query}`} className={LIST_ROW}>
            <Link href={pageAddress(feed, query)} className={LIST_LINK}>
              <b>{viewTitle(pageAddress(feed, query), now)}</b>
            </Link>
            <span>{age(at, now)}</span>
          </li>
        ))}
        {visits?.length === 0 && <li className={`${LIST_ROW} text-text-2`}>No searches in this browser</li>}
      </ul>
    </section>
  );
}
