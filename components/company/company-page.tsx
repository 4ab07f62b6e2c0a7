"use client";
/** The page of one company. Opening it never buys: it shows what is owned, and the price of what is not. */
import { useMemo } from "react";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { UNKNOWN_PRICE } from "@/components/feed/spend/unknown-price";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { PriceTag } from "@/components/ui/price-tag";
import { priceOf } from "@/lib/api/quote";
import { type CompanyInitial, type IncludeName, mergeParts } from "@/lib/api/timeline-part";
import { useOffline } from "@/lib/client/online";
import { oneTimeline, permit } from "@/lib/client/timelines/request";
import { FEEDS } from "@/lib/contract/feeds";
import { exactPrice } from "@/lib/format/price";
import { buyTimeline, stateIn, useCompanies } from "@/lib/queries/timelines";
import { CompanyTools } from "./company-tools";
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

  const tools = (
    <CompanyTools id={id} holding={holding} kinds={purchased}>
      <PriceTag price={price} busy={loading} disabled={offline} onClick={load}>
        {loading ? "Loading" : "Refresh"}
      </PriceTag>
    </CompanyTools>
  );
  const missing = state.outcome === "missing" || (quote !== undefined && !quote.found);
  return (
    <Page
      title={FEEDS.companies.title}
      tools={
        <div className="company-tools" data-testid="company-tools">
          {tools}
        </div>
      }
      note={note}
    >
      <div className="company-tools-narrow">{tools}</div>
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
