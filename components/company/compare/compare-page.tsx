"use client";
/** Compares companies. Opening the page never buys; one request buys the timelines that are not owned yet. */
import { BATCH } from "@dealflow/contract/timeline";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Heading, PageName } from "@/components/feed/record/page-parts";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { shortWords } from "@/components/feed/spend/short-words";
import { useSpend } from "@/components/feed/spend/spend";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { TEXT_LINK } from "@/components/ui/text-link";
import { ALL_KINDS, type CompanyInitial, type IncludeName } from "@/lib/api/timeline-part";
import { pushAddress, useSearch } from "@/lib/client/address";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { COMPARE_PAGE, compareAddress, comparedIn } from "@/lib/client/timelines/addresses";
import { setCompareList, useCompareList } from "@/lib/client/timelines/compare-list";
import { useTimelinesPrice } from "@/lib/client/timelines/timelines-price";
import { count, formatCount } from "@/lib/format/counts";
import { useOwnedCompanyNames } from "@/lib/queries/owned/owned";
import { buyTimelines, useCompanies } from "@/lib/queries/timelines";
import { CopyTimelinesAs } from "../copy-as";
import { Kinds } from "../kinds";
import { LookUpBox } from "../look-up/look-up-box";
import { CompareTable } from "./compare-table";
import { type Compared, comparedCompany, createLanes } from "./compared";

const LazyLanes = dynamic(async () => (await import("@/components/charts/lanes")).Lanes, { ssr: false });

interface Props {
  search: string;
  initial: readonly CompanyInitial[];
}

export function ComparePage({ search: initialCompanies, initial }: Props) {
  const search = useSearch(COMPARE_PAGE, initialCompanies);
  const { ids, kinds, leftOut } = useMemo(() => comparedIn(new URLSearchParams(search)), [search]);
  const states = useCompanies(initial, ids);
  const known = useOwnedCompanyNames(ids);
  const companies = useMemo(() => {
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return ids.map((id) => comparedCompany(states, id, kinds, names.get(id)));
  }, [states, ids, kinds, known]);
  const list = useCompareList();
  const router = useRouter();
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

  const lanes = companies.flatMap(createLanes);
  return (
    <Page
      title="Compare"
      aside={formatCount(ids.length, "company", "companies")}
      tools={ids.length > 0 && <CopyTimelinesAs ids={ids} kinds={kinds} />}
    >
      {leftOut.length > 0 && (
        <div className="mb-4">
          <Banner tone="warn" title="Parts of this link were ignored">
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
      {full && <p className="mt-2 font-medium">You can compare up to {BATCH.max} companies. Remove one first.</p>}
      {ids.length === 0 ? (
        <div className="py-6">
          <PageName>Nothing to compare yet</PageName>
          <p className="mt-1.5 text-text-2">
            Add a company here, or press “Add to compare” on a company’s page. Both are free.
          </p>
          {list.length > 0 && (
            <p className="mt-3">
              <Link href={compareAddress(list, kinds)} className={TEXT_LINK}>
                Compare the {formatCount(list.length, "company", "companies")} that you added
              </Link>
            </p>
          )}
        </div>
      ) : (
        <>
          <ComparePurchase
            companies={companies}
            kinds={kinds}
            onKinds={(next) => pushAddress(compareAddress(ids, next))}
          />
          <section aria-labelledby="compare-lanes" className="mt-6">
            <Heading
              id="compare-lanes"
              level={2}
              caption={
                lanes.length === companies.length
                  ? "larger marks are larger amounts"
                  : `${count(lanes.length)} of ${formatCount(companies.length, "company", "companies")} bought`
              }
            >
              Timelines
            </Heading>
            {lanes.some(({ events }) => events.length > 0) && (
              <div className="@container mt-2">
                {/* A lane is 32 px high, and 46 where its name stands above it. */}
                <div
                  className="h-[calc(var(--lanes)*46px+28px)] @[560px]:h-[calc(var(--lanes)*32px+28px)]"
                  style={{ ["--lanes" as string]: lanes.length }}
                >
                  <LazyLanes lanes={lanes} onOpen={(href) => router.push(href)} />
                </div>
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

interface PurchaseProps {
  companies: readonly Compared[];
  kinds: readonly IncludeName[];
  onKinds: (kinds: readonly IncludeName[]) => void;
}

/** Buys the missing companies and kinds of a comparison, and never what is owned. */
function ComparePurchase({ companies, kinds, onKinds }: PurchaseProps) {
  const offline = useOffline();
  const { balance } = useMeter();
  const { dialog, spend } = useSpend();
  const pending = companies.filter(({ unpurchased }) => unpurchased.length > 0);
  // One request asks for the same kinds of all its companies.
  const missing = kinds.filter((kind) => pending.some(({ unpurchased }) => unpurchased.includes(kind)));
  const loading = companies.some(({ state }) => state.loading);
  const failure = pending.find(({ state }) => state.error !== undefined)?.state.error;
  // Being online again clears an error that was caused by a missing network, since nothing was sent.
  const error = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const skipped = pending.filter(({ state }) => state.outcome === "skipped");
  const ids = pending.map(({ id }) => id);
  const { price, shared } = useTimelinesPrice(pending, missing);
  const once = pending.some(({ state }) => state.quote?.newRecords !== undefined);
  const explained = once
    ? `1 credit for each company and event you don’t own yet${shared ? "; an event they share counts once" : ""}.`
    : "One request, 1 credit for each company and 1 for each event.";
  const disabled = offline || pending.length === 0;
  const purchased = companies.filter(({ holding }) => holding !== undefined).length;
  const action = `Load ${formatCount(pending.length, "timeline")}`;

  function load() {
    spend({ question: `${action}?`, action, price, buy: () => void buyTimelines(ids, missing) });
  }

  return (
    <div className="mt-5 print:hidden">
      <Kinds offered={ALL_KINDS} chosen={kinds} onChoose={onKinds} some inline />
      {error !== undefined && !loading && (
        <div className="mb-4">
          <ErrorNotice
            key={error.requestId ?? error.message}
            error={error}
            price={price}
            disabled={disabled}
            onRetry={load}
            stays={purchased > 0 ? "Owned rows stay available for free." : ""}
          />
        </div>
      )}
      {skipped.length > 0 && error === undefined && (
        <div className="mb-4">
          <Banner
            tone="warn"
            title={`You ran out of credits: ${formatCount(skipped.length, "company was", "companies were")} skipped`}
          >
            Nothing was charged for {skipped.length === 1 ? "it" : "them"}. The button below buys only what's missing.
          </Banner>
        </div>
      )}
      <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-2">
        {pending.length > 0 && (
          <PriceTag primary price={price} busy={loading} disabled={disabled} onClick={load}>
            {loading ? "Loading" : action}
          </PriceTag>
        )}
        <p className="text-12 text-text-2" role="status">
          {loading
            ? "Loading timelines in one request."
            : (pending.length > 0 && shortWords(price, balance)) || formatOffer(pending.length, purchased, explained)}
        </p>
      </div>
      {dialog}
    </div>
  );
}

function formatOffer(pending: number, purchased: number, explained: string): string {
  if (pending === 0) return purchased === 0 ? "None of these is available." : "You already own all of these.";
  if (purchased === 0) return explained;
  return `One request for the missing timelines; you won't pay again for the ${count(purchased)} you own.`;
}
