import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Columns, Heading } from "@/components/feed/record/page-parts";
import { Banner } from "@/components/feed/states/banner";
import { useNow } from "@/components/shell/clock";
import { TextLink } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { countEvents, timelinePrice } from "@/lib/api/quote";
import { ALL_KINDS, getInclude, type IncludeName, type MergedTimeline } from "@/lib/api/timeline-part";
import { pushAddress } from "@/lib/client/address";
import { count, credits, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { exactPrice } from "@/lib/format/price";
import type { OwnedCompany } from "@/lib/queries/owned/owned-company";
import type { CompanyState } from "@/lib/queries/timelines";
import { chartEvents } from "./chart-events";
import { CompanyHead } from "./company-head";
import { CompanySide } from "./company-side";
import { MetricRow } from "./metric-row";
import { PURCHASE_ID, PurchaseBox } from "./purchase-box";
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

/** Shows a company of whose timeline something was bought. */
export function PurchasedView({ id, name, state, holding, first, tools, disabled, onRefresh }: Props) {
  const now = useNow();
  const rest = ALL_KINDS.filter((kind) => !holding.whole.includes(kind) && !holding.cut.includes(kind));
  const paid = holding.creditsUsed === null ? "" : `${credits(holding.creditsUsed)}, `;
  const cost = `${paid}bought ${shortDate(holding.purchasedAt, now)}`;
  const { quote } = state;
  const unowned = quote === undefined ? 0 : countEvents({ counts: quote.newRecords ?? quote.counts }, rest);
  const note = (
    <>
      {holding.cut.length > 0 && "not all, "}
      {cost}
      {unowned > 0 && ", "}
      {unowned > 0 && <TextLink href={`#${PURCHASE_ID}`}>{count(unowned)} not owned</TextLink>}
    </>
  );
  return (
    <>
      <CompanyHead id={id} name={name} company={holding.company} tools={tools} />
      <MetricRow holding={holding} events={note} />
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

/** Shows a company of whose timeline nothing was bought: facts from owned records, and the price of the rest. */

interface UnpurchasedProps {
  id: string;
  /** The name is undefined where it is not known. */
  name: string | undefined;
  owned: OwnedCompany;
  state: CompanyState;
  first: readonly IncludeName[];
  /** The tools stand below the name where the bar has no room for them. */
  tools: ReactNode;
}

/**
 * The known figures come first, then the price of the rest, above the fold of most windows. Owned records are read after
 * the first paint, and nothing stands below the head until then, so that all of it appears together and nothing moves.
 */
export function UnpurchasedView({ id, name, owned, state, first, tools }: UnpurchasedProps) {
  const { read } = owned;
  const holding = owned.holding && withWholeFunding(owned.holding, state.quote);
  const company = holding?.company ?? null;
  const purchase = (
    <PurchaseBox id={id} name={name ?? "this company"} state={state} offered={ALL_KINDS} first={first} />
  );
  return (
    <>
      <CompanyHead id={id} name={name ?? `Company …${id.slice(-12)}`} company={company} tools={tools} />
      {read && holding === undefined && <div className="mt-4 border-t border-line-strong pt-4">{purchase}</div>}
      {read && holding !== undefined && (
        <>
          <MetricRow
            holding={holding}
            events={isWhole(holding, state.quote) ? "owned" : "owned; the rest isn't bought yet"}
          />
          <Columns aside={<CompanySide holding={holding} />}>
            {purchase}
            <RaisedChart id={id} holding={holding} />
            <TimelineList id={id} holding={holding} title="Owned events" />
          </Columns>
        </>
      )}
    </>
  );
}

/** Tells whether all events of the company are owned, so that only its own record, and later events, can be bought. */
function isWhole({ events }: MergedTimeline, quote: CompanyQuote | undefined): boolean {
  const { funding = 0, acquisitions = 0, exec_moves = 0 } = quote?.counts ?? {};
  return quote !== undefined && funding + acquisitions + exec_moves === events.length;
}

/** Completes the figures and the chart when every round is owned. */
function withWholeFunding(holding: MergedTimeline, quote: CompanyQuote | undefined): MergedTimeline {
  const rounds = holding.events.filter((event) => getInclude(event) === "funding").length;
  return quote?.counts.funding === rounds ? { ...holding, whole: ["funding"] } : holding;
}

const LazyRaisedToDate = dynamic(async () => (await import("@/components/charts/raised-to-date")).RaisedToDate, {
  ssr: false,
});

/** Shows what a company has raised over time. The drawing is fetched when it is first needed; its space is reserved. */
function RaisedChart({ id, holding }: { id: string; holding: MergedTimeline }) {
  const now = useNow();
  const events = chartEvents(id, holding.events);
  const rounds = events.filter(({ kind }) => kind === "funding");
  if (rounds.every(({ usd }) => usd === null)) return null;
  const known = holding.whole.includes("funding");
  const undisclosed = rounds.filter(({ usd }) => usd === null).length;
  return (
    <section aria-labelledby="company-raised">
      <Heading
        id="company-raised"
        caption={
          <>
            {known ? "US dollars, amounts as announced" : `from ${formatCount(rounds.length, "owned round")}`}
            {undisclosed > 0 && `, ${count(undisclosed)} without $ amount`}
          </>
        }
      >
        Raised to date
      </Heading>
      {/* The placeholder is as high as the chart, with and without the line of other events. */}
      <div className={events.length > rounds.length ? "h-53" : "h-46"}>
        <LazyRaisedToDate
          events={events}
          now={now}
          onOpen={pushAddress}
          {...(!known && { before: (date: string) => `Before ${shortDate(date, now)}: not bought` })}
        />
      </div>
    </section>
  );
}
