"use client";
/** The figures of companies side by side; a company that is not owned says why, and what it would cost. */
import { X } from "lucide";
import type { ReactNode } from "react";
import { useNow } from "@/components/shell/clock";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { eventsOf, priceOf } from "@/lib/api/quote";
import { ALL_KINDS, type Holding, includeOf } from "@/lib/api/timeline-part";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { count, counted, credits } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import { type Compared, isUnbought } from "./compared";
import { roundTitle } from "./event-words";
import { figuresOf } from "./figures";

/** The columns, and which of them stand at their end. */
const HEADS = {
  Raised: true,
  Rounds: true,
  "Last round": false,
  "Months since": true,
  Investors: true,
  Deals: true,
  Moves: true,
  Country: false,
  Founded: true,
  Owned: false,
} as const;

interface Props {
  companies: readonly Compared[];
  onRemove: (id: string) => void;
}

export function CompareTable({ companies, onRemove }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="compare-scroll focus-ring" aria-label="Figures" tabIndex={0}>
      <table className="compare-table">
        <caption className="sr-only">Figures of the companies</caption>
        <thead>
          <tr>
            <th scope="col">Company</th>
            {Object.entries(HEADS).map(([head, end]) => (
              <th key={head} scope="col" data-end={end || undefined}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {companies.map((company) => (
            <tr key={company.id}>
              <th scope="row">
                <Link className="compare-name focus-ring" href={companyAddress(company.id)} title={company.name}>
                  {company.name}
                </Link>
              </th>
              {company.holding === undefined ? (
                <td colSpan={Object.keys(HEADS).length} className="compare-none">
                  {whyNot(company)}
                </td>
              ) : (
                <FigureCells company={company} holding={company.holding} />
              )}
              <td>
                <button
                  type="button"
                  className="icon-button focus-ring"
                  aria-label={`Remove ${company.name}`}
                  onClick={() => onRemove(company.id)}
                >
                  <Icon of={X} size={14} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function whyNot({ missing, state }: Compared): string {
  if (missing) return "No company has this id, 0 credits";
  const { quote, outcome, asking } = state;
  const price =
    quote === undefined
      ? "1 credit and 1 for each event"
      : `${credits(priceOf(quote, ALL_KINDS))} for the company and ${counted(eventsOf(quote, ALL_KINDS), "event")}`;
  if (asking) return `Loading, ${price}`;
  return outcome === "skipped" ? `Skipped, the credits ran out: ${price}` : `Not bought: ${price}`;
}

function FigureCells({ company, holding }: { company: Compared; holding: Holding }) {
  const now = useNow();
  const figures = figuresOf(holding, now);
  const { last, raised } = figures;
  const number = (kind: string) => holding.events.filter((event) => includeOf(event) === kind).length;
  const country = holding.company?.hqCountry;
  return (
    <>
      <Cell head="Raised">{raised === null ? undefined : compactUsd(raised)}</Cell>
      <Cell head="Rounds">{count(figures.rounds.length)}</Cell>
      <Cell head="Last round">
        {last && (
          <>
            {last.usd === null ? "undisclosed" : compactUsd(last.usd)}{" "}
            <span className="company-note">
              {roundTitle(last.round)}, {shortDate(last.date, now)}
            </span>
          </>
        )}
      </Cell>
      <Cell head="Months since">
        {figures.monthsSinceLast === undefined ? undefined : count(figures.monthsSinceLast)}
      </Cell>
      <Cell head="Investors">{count(figures.investors)}</Cell>
      <Cell head="Deals">{count(number("acquisitions"))}</Cell>
      <Cell head="Moves">{count(number("exec_moves"))}</Cell>
      <Cell head="Country">{country?.name ?? country?.code}</Cell>
      <Cell head="Founded">{holding.company?.foundedYear ?? undefined}</Cell>
      <Cell head="Owned">{isUnbought(company) ? "not whole" : shortDate(holding.heldAt, now)}</Cell>
    </>
  );
}

function Cell({ head, children }: { head: keyof typeof HEADS; children: ReactNode }) {
  return (
    <td data-end={HEADS[head] || undefined} data-head={head}>
      {children ?? (
        <span className="cell-missing">
          <span aria-hidden="true">–</span>
          <span className="sr-only">not known</span>
        </span>
      )}
    </td>
  );
}
