"use client";

import type { SavedView, WatchedCompany } from "@dealflow/contract/account/saved";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { queryWords } from "@/components/feed/query-words";
import { useNow } from "@/components/shell/clock";
import { PAGE_COLUMNS, Page } from "@/components/shell/page";
import { FEED_LINKS, VIEWS_LINK } from "@/components/shell/pages";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { useLoadCounts } from "@/lib/client/saved/use-load-counts";
import { useVisits } from "@/lib/client/ui-store";
import { PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { age, daysBetween } from "@/lib/format/dates";
import { useSaved } from "@/lib/queries/saved";
import { LIST_LINK, LIST_ROW, LIST_TITLE } from "./list-classes";
import { SavedLists } from "./saved-lists";

interface Props {
  views: readonly SavedView[] | null;
  companies: readonly WatchedCompany[] | null;
  note: string | undefined;
}

const EXAMPLES: readonly { readonly title: string; readonly feed: FeedName; readonly query: string }[] = [
  { title: "Seed and Series A in software", feed: "funding", query: "round=seed&round=series-a&naicsCode=51" },
  { title: "Rounds from $100m in the United States", feed: "funding", query: "countries=US&minAmountUsd=100000000" },
  { title: "Acquisitions in health care", feed: "acquisitions", query: "verticals=healthcare" },
];

const EXPLORING = "Opening and filtering are free. You pay when you reveal a record.";

/** A session begins on this page. Nothing on it costs anything. */
export function StartPage({ views, companies, note }: Props) {
  const saved = useSaved({ views: true, companies: true });
  const known = saved.views ?? views ?? undefined;
  const watched = saved.companies ?? companies ?? undefined;
  useLoadCounts(known);

  return (
    <Page title="Start" aside={EXPLORING} note={note}>
      <div className={PAGE_COLUMNS}>
        <div className="flex min-w-0 flex-col gap-7">
          {known !== undefined && (
            <>
              {known.length === 0 ? <Examples /> : <SavedLists views={known} companies={watched} all={VIEWS_LINK} />}
              <Recent />
            </>
          )}
        </div>
        {/* This column comes first where columns are stacked, so that what loads late is the last thing of the page. */}
        <div className="flex min-w-0 flex-col gap-7 max-panel:-order-1">
          <Balance />
          <section aria-labelledby="start-feeds">
            <h2 className={LIST_TITLE} id="start-feeds">
              Feeds
            </h2>
            <ul>
              {FEED_LINKS.map(({ href, title }) => (
                <li key={href} className={LIST_ROW}>
                  <Link href={href} className={LIST_LINK}>
                    <b>{title}</b>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </Page>
  );
}

function Balance() {
  const { balance, sessionUsed } = useMeter();
  return (
    <section aria-labelledby="start-balance">
      <h2 className="text-12 text-text-2" id="start-balance">
        Credits left
      </h2>
      <p className="text-28 font-semibold tracking-tight">{balance === null ? "–" : count(balance)}</p>
      <p className="text-12 text-text-2">{count(sessionUsed)} used in this session</p>
    </section>
  );
}

/** This list is read in the browser after the first paint, so it stands last and moves nothing. */
function Recent() {
  const { account } = useHost();
  const visits = useVisits(account ?? "");
  const now = useNow();
  return (
    <section aria-labelledby="start-recent">
      <h2 className={LIST_TITLE} id="start-recent">
        Recent
      </h2>
      <ul>
        {visits?.map(({ feed, query, at }) => (
          <li key={`${feed}?${query}`} className={LIST_ROW}>
            <Link href={`${PAGES[feed]}${query === "" ? "" : `?${query}`}`} className={LIST_LINK}>
              <b>{FEEDS[feed].title}</b>
              <span>{queryWords(feed, query, now)}</span>
            </Link>
            <span>{daysBetween(at, now) === 0 ? "today" : age(at, now)}</span>
          </li>
        ))}
        {visits?.length === 0 && <li className={`${LIST_ROW} text-text-2`}>No recent feeds in this browser</li>}
      </ul>
    </section>
  );
}

function Examples() {
  return (
    <section aria-labelledby="start-examples">
      <h2 className={LIST_TITLE} id="start-examples">
        Example searches <span>{formatCount(EXAMPLES.length, "example")}, no saved views yet</span>
        <Link href={VIEWS_LINK.href}>Saved views</Link>
      </h2>
      <ul>
        {EXAMPLES.map(({ title, feed, query }) => (
          <li key={title} className={LIST_ROW}>
            <Link href={`${PAGES[feed]}?${query}`} className={LIST_LINK}>
              <b>{title}</b>
              <span>{FEEDS[feed].title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
