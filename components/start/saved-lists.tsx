"use client";

import type { SavedView, WatchedCompany } from "@dealflow/contract/account/saved";
import { NewLink, NewNumber } from "@/components/feed/new-link";
import { queryWords } from "@/components/feed/query-words";
import { type LastEvent, useLastEvents } from "@/components/feed/record/last-event";
import { useNow } from "@/components/shell/clock";
import type { PageLink } from "@/components/shell/pages";
import { Link } from "@/components/ui/link";
import { PAGES } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { age } from "@/lib/format/dates";
import { LIST_LINK, LIST_ROW, LIST_TITLE, PRICED_ROW } from "./list-classes";

/** Each list shows this many items; the rest is one link away. */
const SHOWN = 6;

interface Props {
  views: readonly SavedView[];
  companies: readonly WatchedCompany[] | undefined;
  all: PageLink;
}

export function SavedLists({ views, companies = [], all }: Props) {
  const now = useNow();
  const lastEvents = useLastEvents();
  return (
    <>
      <section aria-labelledby="start-views">
        <h2 className={LIST_TITLE} id="start-views">
          Saved views <span>{count(views.length)}</span>
          <Link href={all.href}>{all.title}</Link>
        </h2>
        <ul>
          {views.slice(0, SHOWN).map((view) => (
            <li key={view.id} className={`${LIST_ROW} ${PRICED_ROW}`}>
              <Link href={`${PAGES[view.feed]}${view.query === "" ? "" : `?${view.query}`}`} className={LIST_LINK}>
                <b>{view.name}</b>
                <span>{queryWords(view.feed, view.query, now)}</span>
              </Link>
              <NewNumber id={view.id} />
              <NewLink view={view} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="start-watchlist">
        <h2 className={LIST_TITLE} id="start-watchlist">
          Watchlist <span>{count(companies.length)}</span>
          <Link href="/watchlist">All companies</Link>
        </h2>
        <ul>
          {companies.slice(0, SHOWN).map((company) => (
            <li key={company.id} className={LIST_ROW}>
              <Link href={`${PAGES.companies}/${encodeURIComponent(company.id)}`} className={LIST_LINK}>
                <b>{company.name}</b>
                <span>{company.note || company.domain}</span>
              </Link>
              <LastPurchased last={lastEvents.get(company.id)} />
            </li>
          ))}
          {companies.length === 0 && <li className={`${LIST_ROW} text-text-2`}>No watched companies yet</li>}
        </ul>
      </section>
    </>
  );
}

function LastPurchased({ last }: { last: LastEvent | undefined }) {
  const now = useNow();
  return <span>{last === undefined ? "nothing owned" : `${last.text}, ${age(last.at, now)}`}</span>;
}
