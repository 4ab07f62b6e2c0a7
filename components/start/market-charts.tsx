/** Draws the rounds of the last 30 days in the markets that a person looks at. It is free. */

import type { SavedView } from "@dealflow/contract/account/saved";
import type { Summary } from "@dealflow/contract/account/summaries";
import dynamic from "next/dynamic";
import type { Sum } from "@/components/feed/charts/chart-sums";
import { OwnedLegend } from "@/components/feed/charts/owned-legend";
import { shortList } from "@/components/filters/lists/value-lists";
import { useNow } from "@/components/shell/clock";
import { CHART_COLORS } from "@/components/ui/chart";
import { Link } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { useVisits } from "@/lib/client/ui-store";
import { PAGES } from "@/lib/filters/pages";
import { count, countText, formatCountText } from "@/lib/format/counts";
import { listedTitle } from "@/lib/format/listed-title";
import { aboutUsd, compactUsd, shortAmount } from "@/lib/format/money";
import { useSummary } from "@/lib/queries/summaries";
import { LIST_TITLE } from "./list-classes";
import {
  findMarket,
  type Market,
  type MarketPeriod,
  marketPeriod,
  marketQuery,
  marketStages,
  marketWeeks,
} from "./markets";

const StackedColumns = dynamic(async () => (await import("@/components/charts/stacked-columns")).StackedColumns, {
  ssr: false,
});
const RankedBars = dynamic(async () => (await import("@/components/charts/ranked-bars")).RankedBars, { ssr: false });

const MOST_STAGES = 5;
const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

export function Markets({ views }: { views: readonly SavedView[] }) {
  const { account, own } = useHost();
  const visits = useVisits(account ?? "");
  const now = useNow();
  const period = marketPeriod(now);
  // Views are known with the page, and searches of this browser only later.
  const market = findMarket(views.length > 0 ? views : (visits ?? []));
  const query = marketQuery(market, period);
  const ready = own && (views.length > 0 || visits !== undefined);
  const { data: summary } = useSummary(ready ? { feed: "funding", scope: "all" } : undefined, query);
  return (
    <section aria-labelledby="start-markets">
      <h2 className={LIST_TITLE} id="start-markets">
        Your markets, last 30 days <span>{marketWords(market)}</span>
        <Link href={`${PAGES.funding}?${query}`}>All rounds</Link>
      </h2>
      <div className="mt-3 grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] gap-7 max-tablet:grid-cols-1">
        <div className="h-41">{summary && <Weeks summary={summary} period={period} />}</div>
        <div className="h-41">{summary && <Stages summary={summary} />}</div>
      </div>
    </section>
  );
}

/** Writes `Germany, France · Software Development`. */
function marketWords({ countries, industries }: Market): string {
  const words = [countries.map((code) => COUNTRY_NAMES.of(code) ?? code).join(", "), industries.join(", ")];
  return words.filter((text) => text !== "").join(" · ") || "All countries and industries";
}

function sumUsd(usd: number, about: boolean | undefined): string {
  return about ? aboutUsd(usd) : compactUsd(usd);
}

function roundsText({ rows, owned, approximate }: Sum): string {
  return `${formatCountText(rows, approximate, "round")} (${count(owned?.rows ?? 0)} owned)`;
}

function Weeks({ summary, period }: { summary: Summary; period: MarketPeriod }) {
  const weeks = marketWeeks(summary, period);
  const { sumUsd: usd = null, about = false } = summary.amounts ?? {};
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-text-2">
        <p>
          Amount a week, <b className="font-semibold text-text-1">{sumUsd(usd ?? 0, about)}</b> in{" "}
          {formatCountText(summary.total, summary.approximate, "round")}
        </p>
        <OwnedLegend about={false} />
      </div>
      <StackedColumns
        label="Amount a week"
        className="min-h-0 flex-1"
        columns={weeks.map((week) => ({
          key: week.since,
          tick: week.text,
          title: week.name,
          total: `${sumUsd(week.usd, week.about)} in ${roundsText(week)}`,
          parts: { "": week.usd },
          owned: { "": week.owned?.usd ?? 0 },
          about: week.about ? [""] : [],
        }))}
        series={[{ key: "", title: "Amount", color: CHART_COLORS[0] ?? "", sum: usd ?? 0 }]}
        format={compactUsd}
        formatAbout={aboutUsd}
        formatTick={(value) => (value === 0 ? "0" : `$${shortAmount(value)}`)}
        tickCount={3}
      />
    </div>
  );
}

function Stages({ summary }: { summary: Summary }) {
  const titles = shortList("rounds");
  return (
    <div className="flex h-full flex-col gap-2">
      <p className="text-12 text-text-2">Rounds by stage</p>
      <div className="min-h-0 flex-1">
        <RankedBars
          label="Rounds by stage"
          onPress={undefined}
          items={marketStages(summary, MOST_STAGES).map((stage) => ({
            key: stage.value ?? "",
            title: stage.value === undefined ? "Others, not stated" : listedTitle(titles, stage.value),
            value: stage.rows,
            owned: stage.owned?.rows ?? 0,
            valueText: countText(stage.rows, stage.approximate),
            whole: roundsText(stage),
            pressed: false,
          }))}
        />
      </div>
    </div>
  );
}
