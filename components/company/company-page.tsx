"use client";
/** Renders the page of one company. Opening it never buys: it shows what is owned, and the price of what is not. */
import { FEEDS } from "@dealflow/contract/feeds";
import { useMemo, useState } from "react";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { isWhollyOwned, timelinePrice } from "@/lib/api/quote";
import { ALL_KINDS, type CompanyInitial, mergeParts } from "@/lib/api/timeline-part";
import { useOpenRecord } from "@/lib/client/address";
import { useOffline } from "@/lib/client/online";
import { companyAddress, kindsIn } from "@/lib/client/timelines/addresses";
import { formatCount } from "@/lib/format/counts";
import { useOwnedCompany } from "@/lib/queries/owned/owned-company";
import { buyTimeline, stateIn, useCompanies } from "@/lib/queries/timelines";
import { CompanyTools } from "./company-tools";
import { PurchasedView, UnpurchasedView } from "./company-views";
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
