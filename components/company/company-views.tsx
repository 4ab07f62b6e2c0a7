"use client";
/** Shows a company of whose timeline something was bought. */
import type { ReactNode } from "react";
import { Columns } from "@/components/feed/record/page-parts";
import { Banner } from "@/components/feed/states/banner";
import { useNow } from "@/components/shell/clock";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { countEvents, timelinePrice } from "@/lib/api/quote";
import { ALL_KINDS, type IncludeName, type MergedTimeline } from "@/lib/api/timeline-part";
import { count, credits, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { exactPrice } from "@/lib/format/price";
import type { CompanyState } from "@/lib/queries/timelines";
import { CompanyHead } from "./company-head";
import { CompanySide } from "./company-side";
import { MetricRow } from "./metric-row";
import { PurchaseBox } from "./purchase-box";
import { RaisedChart } from "./raised-chart";
import { TimelineList } from "./timeline-list";

interface Props {
  id: string;
  name: string;
  state: CompanyState;
  holding: MergedTimeline;
  first: readonly IncludeName[];
  /** The tools stand below the name where the bar has no room for them. */
  tools: ReactNode;
  disabled: boolean;
  onRefresh: () => void;
}

export function PurchasedView({ id, name, state, holding, first, tools, disabled, onRefresh }: Props) {
  const now = useNow();
  const rest = ALL_KINDS.filter((kind) => !holding.whole.includes(kind) && !holding.cut.includes(kind));
  const paid = holding.creditsUsed === null ? "" : `${credits(holding.creditsUsed)}, `;
  const cost = `${paid}bought ${shortDate(holding.purchasedAt, now)}`;
  return (
    <>
      <CompanyHead id={id} name={name} company={holding.company} tools={tools} />
      <MetricRow holding={holding} events={holding.cut.length > 0 ? `not all, ${cost}` : cost} />
      {holding.cut.length > 0 && <Cut holding={holding} state={state} disabled={disabled} onFinish={onRefresh} />}
      <Columns aside={<CompanySide holding={holding} />}>
        <RaisedChart id={id} holding={holding} />
        <TimelineList id={id} holding={holding} title="Timeline" />
        {rest.length > 0 && (
          <PurchaseBox key={rest.join()} id={id} name={name} state={state} offered={rest} first={first} />
        )}
      </Columns>
    </>
  );
}

interface CutProps {
  holding: MergedTimeline;
  state: CompanyState;
  disabled: boolean;
  onFinish: () => void;
}

/** The credits ran out within the timeline, so it must not look complete. */
function Cut({ holding, state, disabled, onFinish }: CutProps) {
  const part = state.parts.find(({ cut }) => cut);
  const { quote } = state;
  const kinds = [...holding.whole, ...holding.cut];
  const available = quote === undefined ? (part?.available ?? undefined) : countEvents(quote, kinds);
  const known = timelinePrice(state, kinds);
  const price = quote === undefined && known && available !== undefined ? exactPrice(1 + available) : known;
  const has = holding.events.length;
  return (
    <div className="mb-4">
      <Banner
        tone="warn"
        title="This timeline is incomplete"
        actions={
          <PriceTag price={price} disabled={disabled} onClick={onFinish}>
            Load it whole
          </PriceTag>
        }
      >
        {available === undefined
          ? `You ran out of credits after the newest ${formatCount(has, "event")}. This host doesn't say how many there are.`
          : `You ran out of credits after the newest ${count(has)} of ${formatCount(available, "event")}.`}{" "}
        {quote?.newRecords === undefined && "Timelines are sold whole, so finishing it charges these events again."}
      </Banner>
    </div>
  );
}
