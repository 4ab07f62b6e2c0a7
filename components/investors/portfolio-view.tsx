/** Shows an investor's rounds by year, the companies, the co-investors, the stages and the pace. */

import { ROUNDS } from "@dealflow/contract/values/events";
import { type ReactNode, useState } from "react";
import { column, numberColumn, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Columns, Heading, Metric, Metrics } from "@/components/feed/record/page-parts";
import { RecordLines } from "@/components/feed/record/record-lines";
import { CompanyLink, InvestorLink } from "@/components/feed/sheet/record-links";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import type { OpenRecord } from "@/lib/client/address";
import { count, formatCount } from "@/lib/format/counts";
import { longDate, shortDate } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { compactMoney, compactUsd, roundMoney } from "@/lib/format/money";
import { countByYear, type Portfolio, type PortfolioCompany, type Round } from "./portfolio";

interface Props {
  name: string;
  portfolio: Portfolio;
  opened: OpenRecord;
}

export function PortfolioView({ name, portfolio: { rounds, companies, coInvestors }, opened }: Props) {
  const [latest] = rounds;
  const again = companies.filter(({ rounds: own }) => own.length > 1).length;
  const years = countByYear(rounds);
  const stages = tally(rounds.map(({ record }) => record.round ?? ""));
  return (
    <>
      <Metrics name="investor-metrics">
        <Metric label="Rounds, owned" note={paceWords(years, rounds.length)}>
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
            <Bars title="Rounds by year" entries={years} />
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
        <RecordLines
          title={`Rounds you own with ${name}`}
          lines={rounds.map((round) => ({
            key: round.key,
            announcedAt: round.record.announcedAt,
            title: stageTitle(round),
            name: <CompanyLink company={round.record.company} />,
            aside: <Amount text={compactMoney(roundMoney(round.record))} />,
          }))}
          opened={opened}
        />
        <Companies companies={companies} />
      </Columns>
    </>
  );
}

function Amount({ text }: { text: string | undefined }) {
  return <span className={text === undefined ? "text-12 text-text-3" : undefined}>{text ?? "undisclosed"}</span>;
}

const COMPANY_COLUMNS: readonly SimpleColumn<PortfolioCompany>[] = [
  column("company", "Company", {}, (row) => (
    <>
      <CompanyLink company={row.company} />
      <span className="ml-2 text-12 font-regular text-text-2 @max-[640px]:hidden">{row.company.industryGroup}</span>
    </>
  )),
  column("first", "First round", { prefix: "First" }, (row) => <RoundCell round={row.rounds.at(-1)} />),
  column("last", "Last round", { prefix: "Last" }, (row) => <RoundCell round={row.rounds[0]} />),
  numberColumn("rounds", "Rounds", ({ rounds }) => count(rounds.length)),
  // The rounds of others are not counted, and some amounts may be undisclosed.
  column("total", "Total", { align: "end" }, ({ raisedUsd, isWhole }) =>
    raisedUsd === null || isWhole ? (
      <Amount text={raisedUsd === null ? undefined : compactUsd(raisedUsd)} />
    ) : (
      `${compactUsd(raisedUsd)}+`
    ),
  ),
];

function RoundCell({ round }: { round: Round | undefined }) {
  const now = useNow();
  if (round === undefined) return null;
  const { announcedAt } = round.record;
  return [stageTitle(round), announcedAt && shortDate(announcedAt, now)].filter(Boolean).join(", ");
}

function Companies({ companies }: { companies: readonly PortfolioCompany[] }) {
  const { shown, more } = useFirst(companies);
  return (
    <section className="space-y-2">
      <Heading>{`Portfolio, ${formatCount(companies.length, "company", "companies")}`}</Heading>
      <SimpleTable
        caption="Companies with owned rounds of this investor"
        columns={COMPANY_COLUMNS}
        rows={shown}
        rowId={({ company }) => company.id ?? company.name ?? ""}
        stacked="tablet"
        rowTestId="portfolio-company"
        dense
      />
      {more}
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
            <dd
              aria-hidden="true"
              className="forced-color-adjust-none h-2 bg-[var(--chart-1)]"
              style={{ width: `${(value / most) * 100}%` }}
            />
            <dd className="text-right text-12">{count(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** This many lines are shown before "more" is pressed. */
const FIRST = 12;

function useFirst<Item>(items: readonly Item[]) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FIRST);
  const more = shown.length < items.length && (
    <Button variant="quiet" onClick={() => setAll(true)}>
      {count(items.length - shown.length)} more
    </Button>
  );
  return { shown, more };
}

function ShortList({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  const { shown, more } = useFirst(children);
  return (
    <section className="space-y-2">
      <Heading>{title}</Heading>
      {children.length === 0 ? <p className="text-text-2">{none}</p> : <ul>{shown}</ul>}
      {more}
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

/** Says in which years the rounds were, and how many there were a year on average. */
function paceWords(years: readonly (readonly [year: string, rounds: number])[], rounds: number): string {
  const [latest, first] = [years[0]?.[0], years.at(-1)?.[0]];
  if (latest === undefined || first === undefined || latest === first) return latest ?? "";
  return `${first} to ${latest}, ${(rounds / years.length).toFixed(1)} a year`;
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
