"use client";
/** A company of whose timeline nothing was bought: what is known from owned records, and the price of the rest. */
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import type { CompanyState } from "@/lib/client/timelines/company-store";
import { useOwnedHolding } from "@/lib/client/timelines/owned-holding";
import { CompanyHead, LateAbout } from "./company-head";
import { Firmographics, InvestorList } from "./company-side";
import { FigureRow } from "./figure-row";
import { PurchaseBox } from "./purchase-box";
import { RaisedChart } from "./raised-chart";
import { TimelineList } from "./timeline-list";

interface Props {
  id: string;
  state: CompanyState;
  first: readonly IncludeName[];
}

/** What is owned is read after the first paint: it comes below what is there, or beside it, and moves nothing. */
export function UnboughtView({ id, state, first }: Props) {
  const holding = useOwnedHolding(id);
  const company = holding?.company ?? null;
  const name = company?.name ?? state.quote?.company?.name;
  return (
    <>
      <CompanyHead late name={name ?? `Company …${id.slice(-12)}`} company={company} />
      <div className="page-columns company-columns">
        <div className="company-main">
          <PurchaseBox id={id} name={name ?? "this company"} state={state} offered={ALL_KINDS} first={first} />
          {holding !== undefined && (
            <>
              <LateAbout company={company} />
              <FigureRow holding={holding} events="owned, the rest not bought" />
              <RaisedChart id={id} holding={holding} />
              <TimelineList id={id} holding={holding} title="Owned events" />
            </>
          )}
        </div>
        {holding !== undefined && (
          <aside className="company-side" aria-label="About the company">
            <Firmographics company={company} />
            <InvestorList holding={holding} />
          </aside>
        )}
      </div>
    </>
  );
}
