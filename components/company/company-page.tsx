"use client";
/** The page of one company. Opening it never buys: it shows what is owned, and the price of what is not. */
import { Check } from "lucide";
import { useMemo } from "react";
import { Star } from "@/components/feed/record/star";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { UNKNOWN_PRICE } from "@/components/feed/spend/unknown-price";
import { Banner } from "@/components/feed/states/banner";
import { useNow, useZone } from "@/components/shell/clock";
import { Page } from "@/components/shell/page";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { PriceTag } from "@/components/ui/price-tag";
import { priceOf } from "@/lib/api/quote";
import { type CompanyInitial, type IncludeName, type MergedTimeline, mergeParts } from "@/lib/api/timeline-part";
import { useOffline } from "@/lib/client/online";
import { buyTimeline, stateIn } from "@/lib/client/timelines/company-store";
import { oneTimeline, permit } from "@/lib/client/timelines/request";
import { useCompanies } from "@/lib/client/timelines/use-companies";
import { FEEDS } from "@/lib/contract/feeds";
import { cachedMark, cachedTime } from "@/lib/format/dates";
import { exactPrice } from "@/lib/format/price";
import { CompareButton } from "./compare-button";
import { CopyTimelineAs } from "./copy-as";
import { MissingCompany } from "./missing-company";
import { PurchasedView } from "./purchased-view";
import { UnpurchasedView } from "./unpurchased-view";
import "./company.css";

interface Props {
  initial: CompanyInitial;
  /** Kinds of event that the address wants. */
  kinds: readonly IncludeName[];
  note: string | undefined;
}

export function CompanyPage({ initial, kinds, note }: Props) {
  const { id } = initial;
  const all = useMemo(() => [initial], [initial]);
  const ids = useMemo(() => [id], [id]);
  const state = stateIn(useCompanies(all, ids), id);
  const offline = useOffline();
  const { dialog, spend } = useSpend();
  const holding = useMemo(() => mergeParts(state.parts), [state.parts]);
  const { quote, loading, error } = state;
  const name = holding?.company?.name ?? quote?.company?.name ?? "this company";
  const purchased = holding === undefined ? kinds : [...holding.whole, ...holding.cut];
  const price = quote === undefined ? UNKNOWN_PRICE : exactPrice(priceOf(quote, purchased));
  const disabled = loading || offline;

  function load() {
    const intent = holding === undefined ? "buy" : "refresh";
    spend({
      question: `${intent === "buy" ? "Load" : "Refresh"} the timeline of ${name}?`,
      action: intent === "buy" ? "Load timeline" : "Refresh",
      price,
      buy: () => {
        permit(oneTimeline({ by: "id", value: id }, purchased));
        void buyTimeline(id, purchased, intent);
      },
    });
  }

  const tools = holding !== undefined && (
    <>
      <PurchasedAsOf heldAt={holding.heldAt} />
      <PriceTag price={price} busy={loading} disabled={offline} onClick={load}>
        {loading ? "Loading" : "Refresh"}
      </PriceTag>
      <Star company={holding.company} labelled />
      <CompareButton id={id} />
      <CopyTimelineAs id={id} kinds={purchased} />
      <CopyButton label="Copy as JSON" text={jsonOf(holding)} look="secondary" />
    </>
  );
  const missing = state.outcome === "missing" || (quote !== undefined && !quote.found);
  return (
    <Page
      title={FEEDS.companies.title}
      tools={<div className="company-tools">{tools || <CompareButton id={id} />}</div>}
      note={note}
    >
      <div className="company-tools-narrow">{tools || <CompareButton id={id} />}</div>
      {offline && error === undefined && (
        <div className="company-banner">
          <Banner tone="plain" title="Offline">
            {holding === undefined
              ? "Nothing can be loaded until the network is back."
              : "What is owned still works, 0 credits."}
          </Banner>
        </div>
      )}
      {error !== undefined && (
        <div className="company-banner">
          <ErrorNotice
            key={error.requestId ?? error.message}
            error={error}
            price={price}
            disabled={disabled}
            onRetry={load}
            stays={holding === undefined ? "" : "What is owned stays readable, 0 credits."}
          />
        </div>
      )}
      {holding !== undefined ? (
        <PurchasedView
          id={id}
          name={name}
          state={state}
          holding={holding}
          first={kinds}
          disabled={disabled}
          onRefresh={load}
        />
      ) : missing ? (
        <MissingCompany title="No company has this id" />
      ) : (
        <UnpurchasedView id={id} state={state} first={kinds} />
      )}
      {dialog}
      <p className="sr-only" role="status">
        {loading ? "Loading the timeline" : holding === undefined ? "" : `${holding.events.length} events loaded`}
      </p>
    </Page>
  );
}

/** When the oldest of what is shown was bought. */
function PurchasedAsOf({ heldAt }: { heldAt: string }) {
  const now = useNow();
  const zone = useZone();
  const at = new Date(heldAt);
  return (
    <p className="company-owned" title={cachedTime(at, zone)}>
      <Icon of={Check} size={14} strokeWidth={2.25} />
      Owned, as of {cachedMark(at, now, zone)}
    </p>
  );
}

/** In the shape of the interface's timeline. */
function jsonOf({ company, investors, events }: MergedTimeline): string {
  return JSON.stringify({ company, investors, events }, null, 2);
}
