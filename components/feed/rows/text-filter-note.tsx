import { costSentence } from "@dealflow/client/charged";
import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { COMPANY_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import type { TextFilter } from "@dealflow/contract/filters";
import { reduceDomain } from "@dealflow/contract/query/syntax";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TextLink } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { quotePrice } from "@/lib/api/quote";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { companyAddress } from "@/lib/client/timelines/addresses";
import type { CompanyReference } from "@/lib/client/timelines/request";
import { activeFilters } from "@/lib/filters/edit";
import { count, credits, formatCount } from "@/lib/format/counts";
import { FREE, maxPrice } from "@/lib/format/price";
import type { Bought } from "@/lib/queries/buy";
import { fetchQuote } from "@/lib/queries/quotes";
import { useSummary } from "@/lib/queries/summaries";

const NOUNS: Readonly<Record<FeedName, readonly [one: string, several: string]>> = {
  funding: ["round", "rounds"],
  acquisitions: ["deal", "deals"],
  execMoves: ["move", "moves"],
  companies: ["company", "companies"],
  investors: ["investor", "investors"],
};

/** Explains what a text filter covers while names are hidden, and offers an exact look-up and a purchase. */
export function TextFilterNote() {
  const { feed, query } = useFeedView();
  const owned = useSummary({ feed, scope: "all" }, "").data?.owned;
  const filters = activeFilters(FEEDS[feed], query).filter((filter) => filter.kind === "text");
  const reference = filters.map((filter) => findReference(feed, filter, String(query[filter.param]))).find(Boolean);
  const what = filters.some(({ form }) => form === "search") ? "search" : "filter";
  const [one, several] = NOUNS[feed];
  const covered = owned ? `the ${formatCount(owned, one, several)} you own.` : `only ${several} you own.`;
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-gutter py-2 text-12 text-text-2"
      data-testid="text-filter-note"
    >
      <p className="min-w-60 flex-1">
        Names are hidden until you buy a record, so this {what} covers {covered}
      </p>
      {reference && <ExactLookUp key={`${reference.by} ${reference.value}`} reference={reference} />}
      <SearchAll what={what} />
    </div>
  );
}

/** Returns the company that a filter may mean; undefined where it names none. */
function findReference(feed: FeedName, { param, form }: TextFilter, value: string): CompanyReference | undefined {
  if (feed === "investors") return undefined;
  if (form === "id") return param === COMPANY_ID_PARAMETER ? { by: "id", value } : undefined;
  const domain = /\s/.test(value) ? undefined : reduceDomain(value);
  return domain === undefined ? { by: "name", value } : { by: "domain", value: domain };
}

/** Buys the next page of everything that matches, owned or not. */
function SearchAll({ what }: { what: string }) {
  const client = useQueryClient();
  const { feed, offline, buying } = useFeedView();
  const { sessionLeft } = useMeter();
  const [found, setFound] = useState<{ readonly records: number; readonly next: Bought["next"] }>();
  if (found !== undefined && found.next === undefined)
    return (
      <p role="status">
        {found.records === 0
          ? "Nothing matches."
          : `You own ${found.records === 1 ? "the one that matches" : `all ${count(found.records)} that match`}.`}
      </p>
    );

  async function press() {
    const bought = await buying.buy({ cursor: found?.next?.cursor ?? null });
    if (bought === undefined) return;
    setFound({ records: (found?.records ?? 0) + bought.rows.length, next: bought.next });
    for (const key of ["feed", "summary"]) void client.invalidateQueries({ queryKey: [key, feed] });
  }

  const { error, isPending } = buying;
  return (
    <>
      {error !== undefined && (
        <p role="alert" className="text-bad-text">
          {error.message} {costSentence(error.charged)}
        </p>
      )}
      <PriceTag
        price={{ ...maxPrice(LIMIT.default), sessionLeft }}
        busy={isPending}
        disabled={offline}
        onClick={() => void press()}
      >
        {found === undefined
          ? what === "search"
            ? "Search all"
            : "Find all"
          : `${count(found.records)} found, show more`}
      </PriceTag>
    </>
  );
}

/** The page mentions how many look-ups are left from this number on. */
const FEW = 10;

const HOW = { id: "this id", domain: "this domain", name: "exactly this name", socialUrl: "this profile" } as const;

/**
 * Tells whether a company exists and what its timeline costs, by its whole name, its domain or its id. It is free, a
 * limited number of times a day.
 */
function ExactLookUp({ reference }: { reference: CompanyReference }) {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => fetchQuote(reference) });
  const offline = useOffline();
  const { by, value } = reference;
  return (
    <>
      {data === undefined && (
        <PriceTag price={FREE} busy={isPending} disabled={offline} onClick={() => mutate()}>
          <span className="max-w-48 truncate">Look up {by === "id" ? "the company" : `“${value}”`}</span>
        </PriceTag>
      )}
      <p role="status" className="wrap-anywhere empty:hidden">
        {error !== null && <span className="text-bad-text">{error.message}</span>}
        {data !== undefined && (
          <>
            <Found quote={data} reference={reference} />
            {data.lookupsLeft <= FEW && ` ${formatCount(data.lookupsLeft, "look-up")} left today.`}
          </>
        )}
      </p>
    </>
  );
}

function Found({ quote, reference: { by, value } }: { quote: CompanyQuote; reference: CompanyReference }) {
  const { company } = quote;
  if (company === null) return `No company has ${HOW[by]}.`;
  return (
    <>
      <TextLink href={companyAddress(company.id)}>{company.name ?? (by === "id" ? "This company" : value)}</TextLink>
      {company.formerName !== undefined && `, formerly ${company.formerName},`} exists · timeline{" "}
      {credits(quotePrice(quote, ALL_KINDS))}
    </>
  );
}
