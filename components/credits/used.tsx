"use client";
import {
  type AccountUsage,
  USAGE_DAYS,
  type UsageDays,
  type UsedBy,
} from "@dealflow/contract/account/spending/credits";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useViewTitle } from "@/components/feed/use-view-title";
import { ENDPOINT_TITLES, endpointTitle } from "@/components/shell/endpoint-titles";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Segmented } from "@/components/ui/segmented";
import { usageQuery } from "@/lib/queries/credits";
import { SectionHead } from "./section-head";

const UsedByDay = dynamic(async () => (await import("@/components/charts/used-by-day")).UsedByDay, { ssr: false });

const PARTS = [
  { value: "endpoint", title: "Endpoint" },
  { value: "person", title: "Person" },
  { value: "client", title: "Client" },
  { value: "view", title: "View" },
] as const;
type By = (typeof PARTS)[number]["value"];

const [DEFAULT_DAYS] = USAGE_DAYS;
const DAYS = USAGE_DAYS.map((days) => ({ value: days, title: `${days} days` }));

/** Shows the usage by day, split by endpoint, person, client or view. */
export function Used({ usage: initialUsage }: { usage: AccountUsage }) {
  const [by, setBy] = useState<By>("endpoint");
  // A page that is rendered again has newer days, which replace those that were chosen before.
  const [chosen, setChosen] = useState<{ over: AccountUsage; days: UsageDays }>();
  const wanted = chosen?.over === initialUsage ? chosen.days : DEFAULT_DAYS;
  const { data, error, refetch } = useQuery({ ...usageQuery(wanted), enabled: wanted !== DEFAULT_DAYS });
  const shownDays = error === null ? wanted : DEFAULT_DAYS;
  const usage = shownDays === DEFAULT_DAYS ? initialUsage : (data ?? initialUsage);
  const viewTitle = useViewTitle(usage.views.map(({ name }) => name));

  function choose(next: UsageDays) {
    setChosen({ over: initialUsage, days: next });
    // Choosing a range that could not be read requests it again.
    if (next === wanted) void refetch();
  }

  const { series, days } = drawn(usage, by, viewTitle);
  return (
    <section aria-labelledby="used-title" className="flex flex-1 flex-col">
      <SectionHead
        id="used-title"
        title="Used by day"
        about={`credits, last ${usage === initialUsage ? DEFAULT_DAYS : shownDays} days, UTC`}
      >
        <div className="flex flex-wrap gap-2">
          <Segmented label="Time" options={DAYS} value={shownDays} onChange={choose} />
          <Segmented label="Group by" options={PARTS} value={by} onChange={setBy} />
        </div>
      </SectionHead>
      <FormProblem of={{ problem: error?.message }} />
      {/* The height of the chart and one line of its legend is reserved before they arrive. */}
      <div className="flex min-h-47 flex-1 flex-col pt-4">
        {usage.days.length === 0 ? (
          <p className="text-12 text-text-2">No credits were used in this time.</p>
        ) : (
          <UsedByDay key={by} from={usage.from} to={usage.to} days={days} series={series} />
        )}
      </div>
    </section>
  );
}

function drawn(usage: AccountUsage, by: By, viewTitle: (address: string) => string) {
  const used = {
    endpoint: usage.endpoints.toSorted((a, b) => endpointPlace(a) - endpointPlace(b)),
    person: usage.people,
    client: usage.clients,
    view: usage.views,
  }[by];
  const title = (one: UsedBy) =>
    ({
      endpoint: usedTitle(one, endpointTitle, "None"),
      person: usedTitle(one, (name) => name, "API keys"),
      client: usedTitle(one, (name) => name, "No key"),
      view: usedTitle(one, viewTitle, "Other clients"),
    })[by];
  const series = used.map((one) => ({
    key: seriesKey(one),
    title: title(one),
    // The colour of an endpoint is the same in every period, also where others were not used.
    ...(by === "endpoint" && { place: endpointPlace(one) }),
  }));
  const days = new Map<string, Record<string, number>>();
  for (const one of used)
    for (const [day, credits] of Object.entries(one.days))
      days.set(day, { ...days.get(day), [seriesKey(one)]: credits });
  return { series, days };
}

function seriesKey({ kind, name }: UsedBy): string {
  return `${kind} ${name}`;
}

/** Orders series as pages list the endpoints; unknown names and the remainder are last. */
function endpointPlace({ name }: UsedBy): number {
  const place = ENDPOINT_TITLES.findIndex(({ endpoint }) => endpoint === name);
  return place < 0 ? ENDPOINT_TITLES.length : place;
}

/** Names a series of a chart; `none` has no name. */
function usedTitle({ kind, name }: UsedBy, title: (name: string) => string, none: string): string {
  if (kind === "named") return title(name);
  return kind === "none" ? none : "Others";
}
