"use client";
/** Shows an investor's rounds by year, the companies, the co-investors, and the stages. */

import { ROUNDS } from "@dealflow/contract/values/events";
import { type ReactNode, useState } from "react";
import { listedTitle } from "@/components/feed/record/company";
import { Columns, Heading, Metric, Metrics } from "@/components/feed/record/page-parts";
import { CompanyLink, InvestorLink } from "@/components/feed/sheet/record-links";
import { OPENER_LINE, RecordOpener } from "@/components/feed/sheet/record-opener";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import type { OpenRecord } from "@/lib/client/address";
import { cn } from "@/lib/cn";
import { count, formatCount } from "@/lib/format/counts";
import { longDate, shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import type { Portfolio, Round } from "./portfolio";

interface Props {
  portfolio: Portfolio;
  opened: OpenRecord;
}

export function PortfolioView({ portfolio: { rounds, companies, coInvestors }, opened }: Props) {
  const [latest] = rounds;
  const again = companies.filter(({ rounds: own }) => own.length > 1).length;
  const years = tally(rounds.map(yearHeading));
  const stages = tally(rounds.map(({ record }) => record.round ?? ""));
  return (
    <>
      <Metrics name="investor-metrics">
        <Metric
          label="Rounds, owned"
          note={[...new Set([yearHeading(rounds.at(-1)), yearHeading(latest)])].join(" to ")}
        >
          {count(rounds.length)}
        </Metric>
        <Metric
          label="Companies, owned rounds"
          note={again === 0 ? "No follow-ons yet" : `${count(again)} more than once`}
        >
          {count(companies.length)}
        </Metric>
        <Metric label="Co-investors, owned rounds" note={coInvestors[0]?.investor.name ?? "none named"}>
          {count(coInvestors.length)}
        </Metric>
        <Metric label="Latest owned round" note={latest?.record.announcedAt && longDate(latest.record.announcedAt)}>
          {latest && stageTitle(latest)}
        </Metric>
      </Metrics>
      <Columns
        aside={
          <aside className="space-y-6" aria-label="About the investor">
            <Bars title="Stages" entries={inOrder(stages)} />
            <Bars title="By year" entries={[...years].sort(([a], [b]) => b.localeCompare(a))} />
            <ShortList title={`Co-investors, ${count(coInvestors.length)}`} none="None listed">
              {coInvestors.map(({ investor, rounds: shared }) => (
                <Pair key={investor.id ?? investor.name} aside={formatCount(shared, "round")}>
                  <InvestorLink investor={investor} />
                </Pair>
              ))}
            </ShortList>
          </aside>
        }
      >
        <Rounds rounds={rounds} opened={opened} />
        <ShortList title={`Portfolio, ${formatCount(companies.length, "company", "companies")}`} none="None listed">
          {companies.map(({ company, rounds: own }) => (
            <Pair key={company.id ?? company.name} aside={own.toReversed().map(stageTitle).join(", ")}>
              <CompanyLink company={company} />
              <span className="ml-2 text-12 text-text-2">{company.industryGroup}</span>
            </Pair>
          ))}
        </ShortList>
      </Columns>
    </>
  );
}

function Rounds({ rounds, opened }: { rounds: readonly Round[]; opened: OpenRecord }) {
  const now = useNow();
  return (
    <section aria-labelledby="investor-rounds" className="space-y-2">
      <Heading id="investor-rounds">Rounds</Heading>
      <ol className="border-b border-line-strong">
        {rounds.map((round, index) => {
          const { company, announcedAt, amountUsd } = round.record;
          const year = yearHeading(round);
          const first = yearHeading(rounds[index - 1]) !== year;
          return (
            <li
              key={round.key}
              className={cn("grid grid-cols-[52px_minmax(0,1fr)]", first && "border-t border-line-strong")}
              data-testid="investor-round"
            >
              <span className="py-1.5 font-semibold">{first ? year : <span className="sr-only">{year}</span>}</span>
              <div
                className={cn(
                  OPENER_LINE,
                  "grid grid-cols-[52px_92px_minmax(0,1fr)_auto] items-baseline gap-x-2 py-1.5",
                  !first && "border-t border-line",
                )}
              >
                <span className="whitespace-nowrap text-text-2">
                  {announcedAt === null ? "–" : shortDate(announcedAt, now).replace(/ \d\d$/, "")}
                </span>
                <RecordOpener recordKey={round.key} opened={opened} className="truncate text-text-2">
                  {stageTitle(round)}
                </RecordOpener>
                <span className="wrap-anywhere">
                  <span className="relative font-medium">
                    <CompanyLink company={company} />
                  </span>
                </span>
                <span className={amountUsd === null ? "text-12 text-text-3" : undefined}>
                  {amountUsd === null ? "undisclosed" : compactUsd(amountUsd)}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Bars({ title, entries }: { title: string; entries: readonly (readonly [label: string, value: number])[] }) {
  const most = Math.max(...entries.map(([, value]) => value));
  return (
    <section className="space-y-2">
      <Heading>{title}</Heading>
      <dl>
        {entries.map(([label, value]) => (
          <div key={label} className="grid h-6 grid-cols-[88px_minmax(0,1fr)_32px] items-center gap-2">
            <dt className="truncate text-12 text-text-2">{label}</dt>
            <dd aria-hidden="true" className="h-2 bg-[var(--chart-1)]" style={{ width: `${(value / most) * 100}%` }} />
            <dd className="text-right text-12">{count(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** This many lines are shown before "more" is pressed. */
const FIRST = 12;

function ShortList({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? children : children.slice(0, FIRST);
  return (
    <section className="space-y-2">
      <Heading>{title}</Heading>
      {children.length === 0 ? <p className="text-text-2">{none}</p> : <ul>{shown}</ul>}
      {shown.length < children.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {count(children.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

function Pair({ aside, children }: { aside: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-3 border-t border-line py-1">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="flex-none text-right text-12 text-text-2">{aside}</span>
    </li>
  );
}

function yearHeading(round: Round | undefined): string {
  return round?.record.announcedAt?.slice(0, 4) ?? "";
}

function stageTitle({ record }: Round): string {
  return record.round === null ? "Round" : listedTitle(ROUNDS, record.round);
}

function tally(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Stages are in the order in which companies go through them. */
function inOrder(stages: ReadonlyMap<string, number>): [title: string, value: number][] {
  const known = ROUNDS.flatMap(({ value, title }): [string, number][] => {
    const number = stages.get(value);
    return number === undefined ? [] : [[title, number]];
  });
  const rest = [...stages].filter(([stage]) => !ROUNDS.some(({ value }) => value === stage));
  return [...known, ...rest.map(([stage, value]): [string, number] => [stage || "Not stated", value])];
}
