"use client";
/** A company of whose timeline nothing was bought: what is known from owned records, and the price of the rest. */
import { PAGE_COLUMNS } from "@/components/shell/page";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { usePurchasedHolding } from "@/lib/client/timelines/purchased-holding";
import type { CompanyState } from "@/lib/queries/timelines";
import { CompanyHead } from "./company-head";
import { Firmographics, InvestorList } from "./company-side";
import { MetricRow } from "./metric-row";
import { PurchaseBox } from "./purchase-box";
import { RaisedChart } from "./raised-chart";
import { TimelineList } from "./timeline-list";

interface Props {
  id: string;
  state: CompanyState;
  first: readonly IncludeName[];
}

/**
 * What is known comes first, then the price of the rest. What is owned is read after the first paint, and nothing stands
 * below the head before it has been: then all of it comes at once, and nothing moves.
 */
export function UnpurchasedView({ id, state, first }: Props) {
  const { holding, read } = usePurchasedHolding(id);
  const company = holding?.company ?? null;
  const name = company?.name ?? state.quote?.company?.name;
  const purchase = (
    <PurchaseBox id={id} name={name ?? "this company"} state={state} offered={ALL_KINDS} first={first} />
  );
  return (
    <>
      <CompanyHead name={name ?? `Company …${id.slice(-12)}`} company={company} />
      {read && holding === undefined && <div className="company-main">{purchase}</div>}
      {read && holding !== undefined && (
        <>
          <MetricRow holding={holding} events="owned, the rest not bought" />
          <div className={`${PAGE_COLUMNS} company-columns`}>
            <div className="company-main">
              <RaisedChart id={id} holding={holding} />
              {purchase}
              <TimelineList id={id} holding={holding} title="Owned events" />
            </div>
            <aside className="company-side" aria-label="About the company">
              <Firmographics company={company} />
              <InvestorList holding={holding} />
            </aside>
          </div>
        </>
      )}
    </>
  );
}
