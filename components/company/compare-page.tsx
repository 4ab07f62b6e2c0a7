"use client";
/** Companies side by side. Opening it never buys; one request buys the timelines that are not owned yet. */
import { lazy, Suspense, useMemo, useState } from "react";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { shortWords } from "@/components/feed/spend/short-words";
import { useSpend } from "@/components/feed/spend/spend";
import { UNKNOWN_PRICE_EACH } from "@/components/feed/spend/unknown-price";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { PriceTag } from "@/components/ui/price-tag";
import { priceOf } from "@/lib/api/quote";
import { ALL_KINDS, type CompanyInitial, type IncludeName } from "@/lib/api/timeline-part";
import { pushAddress, useSearch } from "@/lib/client/location";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { COMPARE_PAGE, compareAddress, comparedIn } from "@/lib/client/timelines/addresses";
import { buyTimelines } from "@/lib/client/timelines/company-store";
import { setCompareList } from "@/lib/client/timelines/compare-list";
import { permit, severalTimelines } from "@/lib/client/timelines/request";
import { useCompanies } from "@/lib/client/timelines/use-companies";
import { BATCH } from "@/lib/contract/timeline";
import { count, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { CompareTable } from "./compare-table";
import { type Compared, comparedCompany, laneOf } from "./compared";
import { CopyTimelinesAs } from "./copy-as";
import { Kinds } from "./kinds";
import { LookUpBox } from "./look-up-box";
import "./company.css";

const LazyLanes = lazy(async () => ({ default: (await import("@/components/charts/lanes")).Lanes }));

/** Heights of one lane and of their axis, in px: reserved until they are drawn. */
const [LANE, AXIS] = [32, 28];

interface Props {
  /** The address's query, its parameters in order of name. */
  search: string;
  initial: readonly CompanyInitial[];
  note: string | undefined;
}

export function ComparePage({ search: initialCompanies, initial, note }: Props) {
  const search = useSearch(COMPARE_PAGE, initialCompanies);
  const { ids, kinds, leftOut } = useMemo(() => comparedIn(new URLSearchParams(search)), [search]);
  const states = useCompanies(initial, ids);
  const companies = useMemo(() => ids.map((id) => comparedCompany(states, id, kinds)), [states, ids, kinds]);
  const [full, setFull] = useState(false);

  function show(next: readonly string[]) {
    setCompareList(next);
    setFull(false);
    pushAddress(compareAddress(next, kinds));
  }

  function add(id: string) {
    if (ids.includes(id)) return;
    if (ids.length >= BATCH.max) setFull(true);
    else show([...ids, id]);
  }

  const lanes = companies.flatMap(laneOf);
  return (
    <Page
      title="Compare"
      aside={formatCount(ids.length, "company", "companies")}
      note={note}
      tools={ids.length > 0 && <CopyTimelinesAs ids={ids} kinds={kinds} />}
    >
      {leftOut.length > 0 && (
        <div className="company-banner">
          <Banner tone="warn" title="Parts of this address were left out">
            <ul>
              {leftOut.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
                <li key={index} className="break-words">
                  {sentence}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <LookUpBox key={ids.join()} action="Add" kinds={kinds} onFound={add} />
      {full && <p className="mt-2 font-medium">{BATCH.max} companies are compared at most. Remove one first.</p>}
      {ids.length === 0 ? (
        <div className="company-missing">
          <h2 className="company-name">Nothing to compare yet</h2>
          <p className="mt-1.5 text-text-2">
            Add a company here, or press “Add to compare” on a company’s page. Both are free.
          </p>
        </div>
      ) : (
        <>
          <Buy companies={companies} kinds={kinds} onKinds={(next) => pushAddress(compareAddress(ids, next))} />
          <section aria-labelledby="compare-lanes" className="mt-6">
            <h2 id="compare-lanes" className="company-title">
              Timelines
              <span className="company-caption">
                {lanes.length === companies.length
                  ? "one time axis, a larger mark is a larger amount"
                  : `${count(lanes.length)} of ${formatCount(companies.length, "company", "companies")} bought`}
              </span>
            </h2>
            {lanes.some(({ events }) => events.length > 0) && (
              <div style={{ minHeight: lanes.length * LANE + AXIS }}>
                <Suspense>
                  <LazyLanes lanes={lanes} />
                </Suspense>
              </div>
            )}
          </section>
          <CompareTable
            companies={companies}
            kinds={kinds}
            onRemove={(id) => show(ids.filter((other) => other !== id))}
          />
        </>
      )}
    </Page>
  );
}

interface BuyProps {
  companies: readonly Compared[];
  kinds: readonly IncludeName[];
  onKinds: (kinds: readonly IncludeName[]) => void;
}

/** The one button: what is owned is not bought again, only the missing companies and kinds are sent. */
function Buy({ companies, kinds, onKinds }: BuyProps) {
  const offline = useOffline();
  const { balance } = useMeter();
  const { dialog, spend } = useSpend();
  const pending = companies.filter(({ unpurchased }) => unpurchased.length > 0);
  // One request is for the same kinds of all its companies.
  const missing = kinds.filter((kind) => pending.some(({ unpurchased }) => unpurchased.includes(kind)));
  const loading = companies.some(({ state }) => state.loading);
  const error = pending.find(({ state }) => state.error !== undefined)?.state.error;
  const skipped = pending.filter(({ state }) => state.outcome === "skipped");
  const prices = pending.map(({ state }) => state.quote && priceOf(state.quote, missing));
  const sum = prices.reduce<number | undefined>(
    (before, it) => (before === undefined || it === undefined ? undefined : before + it),
    0,
  );
  const price = sum === undefined ? UNKNOWN_PRICE_EACH : exactPrice(sum);
  const disabled = offline || pending.length === 0;
  const purchased = companies.filter(({ holding }) => holding !== undefined).length;
  const action = `Load ${formatCount(pending.length, "timeline")}`;

  function load() {
    const ids = pending.map(({ id }) => id);
    spend({
      question: `${action}?`,
      action,
      price,
      buy: () => {
        permit(severalTimelines(ids, missing));
        void buyTimelines(ids, missing);
      },
    });
  }

  return (
    <div className="compare-buy">
      <Kinds offered={ALL_KINDS} chosen={kinds} onChoose={onKinds} some />
      {error !== undefined && !loading && (
        <div className="company-banner">
          <ErrorNotice
            key={error.requestId ?? error.message}
            error={error}
            price={price}
            disabled={disabled}
            onRetry={load}
            stays={purchased > 0 ? "What is owned stays readable, 0 credits." : ""}
          />
        </div>
      )}
      {skipped.length > 0 && error === undefined && (
        <div className="company-banner">
          <Banner
            tone="warn"
            title={`The credits ran out: ${formatCount(skipped.length, "company was", "companies were")} skipped`}
          >
            Nothing was charged for {skipped.length === 1 ? "it" : "them"}. The button below buys what is missing and
            nothing else.
          </Banner>
        </div>
      )}
      <div className="compare-offer">
        {pending.length > 0 && (
          <PriceTag primary price={price} busy={loading} disabled={disabled} onClick={load}>
            {loading ? "Loading" : action}
          </PriceTag>
        )}
        <p className="text-12 text-text-2" role="status">
          {loading
            ? "Loading timelines in one request."
            : (pending.length > 0 && shortWords(price, balance)) || formatOffer(pending.length, purchased)}
        </p>
      </div>
      {dialog}
    </div>
  );
}

function formatOffer(pending: number, purchased: number): string {
  if (pending === 0) return purchased === 0 ? "None of them can be bought." : "All of them are owned, 0 credits.";
  if (purchased === 0) return "One request, 1 credit for each company and 1 for each event.";
  return `One request for what is missing; the ${formatCount(purchased, "owned timeline")} ${purchased === 1 ? "is" : "are"} not bought again.`;
}
