"use client";
/** What was used by day, split by endpoint, person, client or view. */
// Styles at once, or what the server drew moves when the drawing's code comes.
import "@/components/charts/charts.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNow } from "@/components/shell/clock";
import { Segmented } from "@/components/ui/segmented";
import { type AccountUsage, USAGE_DAYS, type UsageDays, type UsedBy } from "@/lib/contract/account-credits";
import { usageQuery } from "@/lib/queries/credits";
import { endpointTitle, inEndpointOrder, usedTitle, viewTitle } from "./titles";

const UsedByDay = lazy(async () => ({ default: (await import("@/components/charts/used-by-day")).UsedByDay }));

const PARTS = [
  { value: "endpoint", title: "Endpoint" },
  { value: "person", title: "Person" },
  { value: "client", title: "Client" },
  { value: "view", title: "View" },
] as const;
type By = (typeof PARTS)[number]["value"];

const [DEFAULT_DAYS] = USAGE_DAYS;
const DAYS = USAGE_DAYS.map((days) => ({ value: days, title: `${days} days` }));

export function Used({ usage: initialUsage }: { usage: AccountUsage }) {
  const [by, setBy] = useState<By>("endpoint");
  // A page that is rendered again has newer days, which replace those that were chosen before.
  const [chosen, setChosen] = useState<{ over: AccountUsage; days: UsageDays }>();
  const wanted = chosen?.over === initialUsage ? chosen.days : DEFAULT_DAYS;
  const { data, error, refetch } = useQuery({ ...usageQuery(wanted), enabled: wanted !== DEFAULT_DAYS });
  const days = error === null ? wanted : DEFAULT_DAYS;
  const usage = days === DEFAULT_DAYS ? initialUsage : (data ?? initialUsage);
  const now = useNow();

  function choose(next: UsageDays) {
    setChosen({ over: initialUsage, days: next });
    // Those that could not be read are chosen once more.
    if (next === wanted) void refetch();
  }

  const { series, parts } = drawn(usage, by, now);
  return (
    <section aria-labelledby="used-title">
      <div className="credits-head">
        <h2 id="used-title">
          Used by day <span>credits, last {usage === initialUsage ? DEFAULT_DAYS : days} days, UTC</span>
        </h2>
        <div className="credits-choices">
          <Segmented label="Time" options={DAYS} value={days} onChange={choose} />
          <Segmented label="Told apart by" options={PARTS} value={by} onChange={setBy} />
        </div>
      </div>
      {error !== null && (
        <p role="alert" className="text-12 text-bad-text">
          {error.message}
        </p>
      )}
      <div className="credits-chart">
        {usage.days.length === 0 ? (
          <p className="text-12 text-text-2">No credits were used in this time.</p>
        ) : (
          <Suspense>
            <UsedByDay days={parts} series={series} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function drawn(usage: AccountUsage, by: By, now: Date) {
  const used = {
    endpoint: inEndpointOrder(usage.endpoints),
    person: usage.people,
    client: usage.clients,
    view: usage.views,
  }[by];
  const title = (one: UsedBy) =>
    ({
      endpoint: usedTitle(one, endpointTitle, "None"),
      person: usedTitle(one, (name) => name, "API keys"),
      client: usedTitle(one, (name) => name, "No key"),
      view: usedTitle(one, (name) => viewTitle(name, now), "Other clients"),
    })[by];
  const series = used.map((one) => ({ key: keyOf(one), title: title(one) }));
  // Both ends, so that the axis is the whole time, used or not.
  const days = new Map([usage.from, usage.to].map((day) => [day, new Map<string, number>()]));
  for (const one of used)
    for (const [day, credits] of Object.entries(one.days)) {
      const parts = days.get(day) ?? new Map<string, number>();
      days.set(day, parts.set(keyOf(one), credits));
    }
  return { series, parts: [...days].map(([day, parts]) => ({ day, parts: Object.fromEntries(parts) })) };
}

function keyOf({ kind, name }: UsedBy): string {
  return `${kind} ${name}`;
}
