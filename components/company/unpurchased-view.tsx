"use client";
/** Shows a company of whose timeline nothing was bought: facts from owned records, and the price of the rest. */

import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import type { ReactNode } from "react";
import { Columns } from "@/components/feed/record/page-parts";
import { ALL_KINDS, getInclude, type IncludeName, type MergedTimeline } from "@/lib/api/timeline-part";
import type { OwnedCompany } from "@/lib/queries/owned/owned-company";
import type { CompanyState } from "@/lib/queries/timelines";
import { CompanyHead } from "./company-head";
import { CompanySide } from "./company-side";
import { MetricRow } from "./metric-row";
import { PurchaseBox } from "./purchase-box";
import { RaisedChart } from "./raised-chart";
import { TimelineList } from "./timeline-list";

interface Props {
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
export function UnpurchasedView({ id, name, owned, state, first, tools }: Props) {
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
