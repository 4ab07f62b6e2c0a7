"use client";
/** Renders the page of one company. Opening it never buys: it shows what is owned, and the price of what is not. */
import { FEEDS } from "@dealflow/contract/feeds";
import { BATCH } from "@dealflow/contract/timeline";
import { Check } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Star } from "@/components/feed/record/star";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { isWhollyOwned, timelinePrice } from "@/lib/api/quote";
import {
  ALL_KINDS,
  type CompanyInitial,
  type IncludeName,
  type MergedTimeline,
  mergeParts,
} from "@/lib/api/timeline-part";
import { useOpenRecord } from "@/lib/client/address";
import { useOffline } from "@/lib/client/online";
import { companyAddress, compareAddress, kindsIn } from "@/lib/client/timelines/addresses";
import { addToCompareList, useCompareList } from "@/lib/client/timelines/compare-list";
import { count, formatCount } from "@/lib/format/counts";
import { cachedMark, cachedTime } from "@/lib/format/dates";
import { useOwnedCompany } from "@/lib/queries/owned/owned-company";
import { buyTimeline, stateIn, useCompanies } from "@/lib/queries/timelines";
import { useNow, useZone } from "../shell/clock";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Link } from "../ui/link";
import { PurchasedView, UnpurchasedView } from "./company-views";
import { CopyTimelineAs } from "./copy-as";
import { MissingCompany } from "./look-up/missing-company";
import { OpenEvent } from "./open-event";
import { ResultSteps } from "./result-steps";

interface Props {
  initial: CompanyInitial;
  /** The query of the address has its parameters in order of name: the wanted kinds of event, and the open event. */
  search: string;
}

export function CompanyPage({ initial, search }: Props) {
  const { id } = initial;
  const opened = useOpenRecord(companyAddress(id), search);
  const kinds = useMemo(() => kindsIn(new URLSearchParams(search)), [search]);
  const all = useMemo(() => [initial], [initial]);
  const ids = useMemo(() => [id], [id]);
  const state = stateIn(useCompanies(all, ids), id);
  const offline = useOffline();
  const { dialog, spend } = useSpend();
  // The view that knows the events renders the open one into this element.
  const [sheetContainer, setSheetContainer] = useState<HTMLDivElement | null>(null);
  const bought = useMemo(() => mergeParts(state.parts), [state.parts]);
  const { quote, loading } = state;
  const owned = useOwnedCompany(id, bought === undefined);
  // A timeline counts as bought when every record of it is owned, in one purchase or several.
  const isWhole = isWhollyOwned(quote);
  const holding = useMemo(
    () => bought ?? (isWhole && owned.holding ? { ...owned.holding, whole: ALL_KINDS } : undefined),
    [bought, isWhole, owned.holding],
  );
  // Being online again clears an error that was caused by a missing network, since nothing was sent.
  const error = state.error?.code === "OFFLINE" && !offline ? undefined : state.error;
  const known = holding?.company?.name ?? owned.holding?.company?.name ?? quote?.company?.name ?? undefined;
  const name = known ?? "this company";
  const purchased = holding === undefined ? kinds : [...holding.whole, ...holding.cut];
  const price = timelinePrice(state, purchased);
  const disabled = loading || offline;
  const missing = holding === undefined && (state.outcome === "missing" || (quote !== undefined && !quote.found));

  function load() {
    const intent = holding === undefined ? "buy" : "refresh";
    spend({
      question: `${intent === "buy" ? "Load" : "Refresh"} the timeline of ${name}?`,
      action: intent === "buy" ? "Load timeline" : "Refresh",
      price,
      buy: () => void buyTimeline(id, purchased, intent),
    });
  }

  const tools = !missing && (
    <CompanyTools id={id} name={known} holding={holding} kinds={purchased}>
      <PriceTag price={price} busy={loading} disabled={offline} onClick={load}>
        {loading ? "Loading" : "Refresh"}
      </PriceTag>
    </CompanyTools>
  );
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)] print:block">
      <div className="@container/page h-full min-w-0">
        <Page
          title={FEEDS.companies.title}
          tools={
            <div className="flex items-center gap-2 @max-[900px]/page:hidden" data-testid="company-tools">
              {tools}
            </div>
          }
        >
          <div className="@container">
            <ResultSteps id={id} />
            {offline && error === undefined && (
              <div className="mb-4">
                <Banner tone="plain" title="Offline">
                  {holding === undefined
                    ? "You're offline. Nothing can be loaded."
                    : "Owned rows stay available for free."}
                </Banner>
              </div>
            )}
            {error !== undefined && (
              <div className="mb-4">
                <ErrorNotice
                  key={error.requestId ?? error.message}
                  error={error}
                  price={price}
                  disabled={disabled}
                  onRetry={load}
                  stays={holding === undefined ? "" : "Owned rows stay available for free."}
                />
              </div>
            )}
            <OpenEvent value={{ opened, sheetContainer, parts: state.parts }}>
              {holding !== undefined ? (
                <PurchasedView
                  id={id}
                  name={name}
                  state={state}
                  holding={holding}
                  first={kinds}
                  tools={tools}
                  disabled={disabled}
                  onRefresh={load}
                />
              ) : missing ? (
                <MissingCompany title="No company with this id" />
              ) : (
                <UnpurchasedView id={id} name={known} owned={owned} state={state} first={kinds} tools={tools} />
              )}
            </OpenEvent>
            {dialog}
            <p className="sr-only" role="status">
              {loading
                ? "Loading the timeline"
                : holding === undefined
                  ? ""
                  : `${formatCount(holding.events.length, "event")} loaded`}
            </p>
          </div>
        </Page>
      </div>
      <div ref={setSheetContainer} className="contents" />
    </div>
  );
}

interface ToolsProps {
  id: string;
  name: string | undefined;
  /** The timeline is undefined when nothing of it is owned. */
  holding: MergedTimeline | undefined;
  /** These kinds of event are owned. */
  kinds: readonly IncludeName[];
  /** The button buys again what is owned. */
  children: ReactNode;
}

/** Shows the actions on a company next to its page's title; most of them need something of its timeline to be owned. */
function CompanyTools({ id, name, holding, kinds, children }: ToolsProps) {
  if (holding === undefined)
    return (
      <>
        {name && <Star company={{ id, name, domain: null }} labelled />}
        <CompareButton id={id} />
      </>
    );
  return (
    <>
      <PurchasedDate purchasedAt={holding.purchasedAt} />
      {children}
      <Star company={holding.company} labelled />
      <CompareButton id={id} />
      <CopyTimelineAs id={id} kinds={kinds} />
      <CopyButton label="Copy as JSON" text={timelineJson(holding)} variant="secondary" />
    </>
  );
}

/** Shows when the oldest of the shown records was bought. */
function PurchasedDate({ purchasedAt }: { purchasedAt: string }) {
  const now = useNow();
  const zone = useZone();
  const at = new Date(purchasedAt);
  return (
    <p className="mr-2 flex items-center gap-1 text-12 whitespace-nowrap text-text-2" title={cachedTime(at, zone)}>
      <Check size={14} strokeWidth={2.25} />
      Owned as of {cachedMark(at, now, zone)}
    </p>
  );
}

/** Adds the company to those that are compared; once it is one of them, links to the comparison. Both are free. */
function CompareButton({ id }: { id: string }) {
  const list = useCompareList();
  if (list.includes(id))
    return (
      <Link
        className="focus-ring inline-flex h-control items-center rounded-2 border border-line-button bg-surface-well px-[10px] text-12 font-medium whitespace-nowrap hover:border-line-control"
        href={compareAddress(list)}
      >
        Compare {count(list.length)}
      </Link>
    );
  const full = list.length >= BATCH.max;
  return (
    <Button
      disabled={full}
      title={full ? `You can compare up to ${BATCH.max} companies` : undefined}
      onClick={() => addToCompareList(id)}
    >
      Add to compare
    </Button>
  );
}

/** The result has the shape of the interface's timeline. */
function timelineJson({ company, investors, events }: MergedTimeline): string {
  return JSON.stringify({ company, investors, events }, null, 2);
}
