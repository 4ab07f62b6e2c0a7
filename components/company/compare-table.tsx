"use client";
/** The figures of companies side by side; a company that is not owned says why, and what it would cost. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Missing } from "@/components/feed/columns/cells";
import { useNow } from "@/components/shell/clock";
import { Link } from "@/components/ui/link";
import { eventsOf, priceOf } from "@/lib/api/quote";
import { type IncludeName, includeOf, type MergedTimeline } from "@/lib/api/timeline-part";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { cn } from "@/lib/cn";
import { count, credits, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import type { Compared } from "./compared";
import { roundTitle } from "./event-words";
import { type CompanyMetrics, calculateMetrics } from "./metrics";

interface Head {
  /** Its cells are numbers. */
  readonly end?: true;
  /** There only where this kind of event is compared. */
  readonly kind?: IncludeName;
}

/** The columns by their titles, in order. */
const HEADS = {
  Raised: { end: true, kind: "funding" },
  Rounds: { end: true, kind: "funding" },
  "Last round": { kind: "funding" },
  "Months since": { end: true, kind: "funding" },
  Investors: { end: true },
  Deals: { end: true, kind: "acquisitions" },
  Moves: { end: true, kind: "exec_moves" },
  Country: {},
  Founded: { end: true },
  Owned: {},
} as const satisfies Record<string, Head>;

interface Props {
  companies: readonly Compared[];
  /** Those that are compared. */
  kinds: readonly IncludeName[];
  onRemove: (id: string) => void;
}

export function CompareTable({ companies, kinds, onRemove }: Props) {
  const heads = Object.entries<Head>(HEADS).filter(([, { kind }]) => kind === undefined || kinds.includes(kind));
  return (
    <section
      className="focus-ring relative mt-6 overflow-x-auto border-y border-line-strong"
      aria-label="Figures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left whitespace-nowrap max-tablet:block">
        <caption className="sr-only">Figures of the companies</caption>
        <thead className="text-11 text-text-2 max-tablet:sr-only">
          <tr>
            <th scope="col" className="h-7 pr-2 font-regular">
              Company
            </th>
            {heads.map(([title, { end }]) => (
              <th key={title} scope="col" className={cn("px-2 font-regular", end && "text-right")}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-tablet:block">
          {companies.map((company) => (
            <tr
              key={company.id}
              className="border-t border-line max-tablet:relative max-tablet:grid max-tablet:grid-cols-2 max-tablet:gap-x-4 max-tablet:gap-y-2 max-tablet:py-3"
            >
              <th
                scope="row"
                className="h-row-comfortable pr-2 font-medium max-tablet:col-span-full max-tablet:h-auto max-tablet:pr-11"
              >
                <Link
                  className="focus-ring block max-w-[220px] min-w-[120px] truncate rounded-1 hover:underline max-tablet:max-w-none"
                  href={companyAddress(company.id)}
                  title={company.name}
                >
                  {company.name}
                </Link>
              </th>
              {company.holding === undefined ? (
                <td
                  colSpan={heads.length}
                  className="px-2 text-12 text-text-2 max-tablet:col-span-full max-tablet:block max-tablet:p-0 max-tablet:whitespace-normal"
                >
                  {whyNot(company, kinds)}
                </td>
              ) : (
                <MetricCells company={company} holding={company.holding} kinds={kinds} />
              )}
              <td className="w-7 pl-1 max-tablet:absolute max-tablet:top-0 max-tablet:right-0 max-tablet:w-11 max-tablet:p-0">
                <button
                  type="button"
                  className="icon-button focus-ring"
                  aria-label={`Remove ${company.name}`}
                  onClick={() => onRemove(company.id)}
                >
                  <X size={14} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function whyNot({ missing, state }: Compared, kinds: readonly IncludeName[]): string {
  if (missing) return "No company with this id (free)";
  const { quote, outcome, loading } = state;
  const price =
    quote === undefined
      ? "1 credit and 1 for each event"
      : `${credits(priceOf(quote, kinds))} for the company and ${formatCount(eventsOf(quote, kinds), "event")}`;
  if (loading) return `Loading, ${price}`;
  return outcome === "skipped" ? `Skipped, out of credits: ${price}` : `Not bought: ${price}`;
}

interface MetricProps {
  company: Compared;
  holding: MergedTimeline;
  kinds: readonly IncludeName[];
}

function MetricCells({ company, holding, kinds }: MetricProps) {
  const now = useNow();
  const country = holding.company?.hqCountry;
  // Of a kind of which nothing was bought it is not known how many there are.
  const known = (kind: IncludeName) => holding.whole.includes(kind) || holding.cut.includes(kind);
  const number = (kind: IncludeName) =>
    known(kind) ? count(holding.events.filter((event) => includeOf(event) === kind).length) : undefined;
  const metrics = calculateMetrics(holding, now);
  return (
    <>
      {kinds.includes("funding") && <FundingCells metrics={metrics} known={known("funding")} />}
      <Cell head="Investors">{count(metrics.investors)}</Cell>
      {kinds.includes("acquisitions") && <Cell head="Deals">{number("acquisitions")}</Cell>}
      {kinds.includes("exec_moves") && <Cell head="Moves">{number("exec_moves")}</Cell>}
      <Cell head="Country">{country?.name ?? country?.code}</Cell>
      <Cell head="Founded">{holding.company?.foundedYear ?? undefined}</Cell>
      <Cell head="Owned">{company.unpurchased.length > 0 ? "incomplete" : shortDate(holding.heldAt, now)}</Cell>
    </>
  );
}

function FundingCells({ metrics, known }: { metrics: CompanyMetrics; known: boolean }) {
  const now = useNow();
  const { last, raised, rounds, monthsSinceLast } = metrics;
  return (
    <>
      <Cell head="Raised">{raised === null ? undefined : compactUsd(raised)}</Cell>
      <Cell head="Rounds">{known ? count(rounds.length) : undefined}</Cell>
      <Cell head="Last round">
        {last && (
          <>
            {last.usd === null ? "undisclosed" : compactUsd(last.usd)}{" "}
            <span className="text-12 text-text-2">
              {roundTitle(last.round)}, {shortDate(last.date, now)}
            </span>
          </>
        )}
      </Cell>
      <Cell head="Months since">{monthsSinceLast === undefined ? undefined : count(monthsSinceLast)}</Cell>
    </>
  );
}

function Cell({ head, children }: { head: keyof typeof HEADS; children: ReactNode }) {
  const { end }: Head = HEADS[head];
  return (
    <td
      data-head={head}
      className={cn(
        "px-2 max-tablet:block max-tablet:p-0 max-tablet:text-left max-tablet:whitespace-normal max-tablet:before:block max-tablet:before:text-11 max-tablet:before:text-text-2 max-tablet:before:content-[attr(data-head)]",
        end && "text-right",
      )}
    >
      {children ?? <Missing />}
    </td>
  );
}
