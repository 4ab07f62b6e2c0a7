"use client";
/** A company of whose timeline nothing was bought: what is known from owned records, and the price of the rest. */
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import type { CompanyState } from "@/lib/client/timelines/company-store";
import { useOwnedHolding } from "@/lib/client/timelines/owned-holding";
import { counted } from "@/lib/format/counts";
import { CompanyHead } from "./company-head";
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

export function UnboughtView({ id, state, first }: Props) {
  const { own } = useHost();
  const holding = useOwnedHolding(id);
  const name = holding?.company?.name ?? state.quote?.company?.name;
  const box = <PurchaseBox id={id} name={name ?? "this company"} state={state} offered={ALL_KINDS} first={first} />;
  if (holding === undefined)
    return (
      <>
        {name === undefined && !own ? (
          <p className="company-unnamed">Company {id}</p>
        ) : (
          <CompanyHead name={name ?? ""} company={null} />
        )}
        {box}
      </>
    );
  return (
    <>
      <CompanyHead name={name ?? "Company not named"} company={holding.company} />
      <FigureRow holding={holding} events="owned, the rest not bought" />
      <div className="page-columns company-columns">
        <div className="company-main">
          {box}
          <RaisedChart id={id} holding={holding} />
          <TimelineList
            id={id}
            holding={holding}
            title={holding.events.length === 0 ? "Owned events" : `Owned, ${counted(holding.events.length, "event")}`}
          />
        </div>
        <aside className="company-side" aria-label="About the company">
          <Firmographics company={holding.company} />
          <InvestorList holding={holding} />
        </aside>
      </div>
    </>
  );
}
