/** Compares the figures of companies; a company that is not owned says why, and what it would cost. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Missing } from "@/components/feed/columns/cells";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Link } from "@/components/ui/link";
import { priceWords } from "@/lib/api/quote";
import { getInclude, type IncludeName, type MergedTimeline } from "@/lib/api/timeline-part";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { count } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import { roundTitle } from "../event-words";
import { type CompanyMetrics, calculateMetrics, roundsNote } from "../metrics";
import type { Compared } from "./compared";

interface Props {
  companies: readonly Compared[];
  kinds: readonly IncludeName[];
  onRemove: (id: string) => void;
}

/** A row has the figures of a company where it is owned. */
interface Row {
  readonly company: Compared;
  readonly owned?: Owned;
}

interface Owned {
  readonly holding: MergedTimeline;
  readonly metrics: CompanyMetrics;
}

export function CompareTable({ companies, kinds, onRemove }: Props) {
  const now = useNow();
  const rows = companies.map((company): Row => {
    const { holding } = company;
    return holding === undefined
      ? { company }
      : { company, owned: { holding, metrics: calculateMetrics(holding, now) } };
  });
  return (
    <>
      <section
        className="focus-ring relative mt-6 overflow-x-auto tablet:max-wide:[&_:is(th,td)]:pr-3 print:overflow-visible print:[&_:is(th,td)]:pr-2"
        aria-label="Figures"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
      >
        <SimpleTable
          caption="Figures of the companies"
          columns={[NAME, ...figureColumns(kinds, now), removeColumn(onRemove)]}
          rows={rows}
          rowId={({ company }) => company.id}
          message={({ company, owned }) => (owned === undefined ? whyNot(company, kinds) : undefined)}
          stacked="tablet"
        />
      </section>
      <div className="mt-3 print:hidden">
        <SaveFigures companies={companies} />
      </div>
    </>
  );
}

const NAME: SimpleColumn<Row> = column("company", "Company", {}, (row) => (
  <Link
    className="focus-ring block max-w-[150px] min-w-[120px] truncate wide:max-w-[220px] rounded-1 hover:underline max-tablet:max-w-none"
    href={companyAddress(row.company.id)}
    title={row.company.name}
  >
    {row.company.name}
  </Link>
));

function figureColumns(kinds: readonly IncludeName[], now: Date): SimpleColumn<Row>[] {
  const figure = (
    header: string,
    read: (owned: Owned, company: Compared) => ReactNode,
    align?: "end",
    prefix = header,
  ): SimpleColumn<Row> =>
    column(
      header,
      header,
      { ...(align && { align }), prefix },
      (row) => (row.owned && read(row.owned, row.company)) ?? <Missing />,
    );
  return [
    ...(kinds.includes("funding")
      ? [
          figure("Raised", (owned) => (owned.metrics.raised === null ? undefined : <Raised {...owned} />), "end"),
          figure("Rounds", ({ holding }) => countText(holding, "funding"), "end"),
          figure("Last round", ({ metrics: { last } }) => last && <LastRound last={last} now={now} />),
          figure(
            "Months since",
            ({ metrics: { monthsSinceLast: months } }) => (months === 0 ? "under 1" : months && count(months)),
            "end",
            "Months since last round",
          ),
        ]
      : []),
    figure("Investors", investorsText, "end"),
    ...(kinds.includes("acquisitions")
      ? [figure("Deals", ({ holding }) => countText(holding, "acquisitions"), "end")]
      : []),
    ...(kinds.includes("exec_moves")
      ? [figure("Moves", ({ holding }) => countText(holding, "exec_moves"), "end")]
      : []),
    figure("Country", ({ holding: { company } }) => company?.hqCountry?.name ?? company?.hqCountry?.code),
    figure("Founded", ({ holding: { company } }) => company?.foundedYear, "end"),
    figure("Owned", ({ holding }, { unpurchased }) =>
      unpurchased.length > 0 ? "incomplete" : shortDate(holding.purchasedAt, now),
    ),
  ];
}

function removeColumn(onRemove: (id: string) => void): SimpleColumn<Row> {
  return column(
    "remove",
    "Remove",
    { hiddenHeader: true, className: "w-px max-tablet:ml-auto max-tablet:w-auto" },
    (row) => (
      <IconButton label={`Remove ${row.company.name}`} onClick={() => onRemove(row.company.id)}>
        <X size={14} />
      </IconButton>
    ),
  );
}

/** Says where only some of the events, or none of them, are owned. */
function countText({ whole, events }: MergedTimeline, kind: IncludeName): string {
  const number = events.filter((event) => getInclude(event) === kind).length;
  if (whole.includes(kind)) return count(number);
  return number === 0 ? "none owned" : `${count(number)} owned`;
}

/** Rounds that are not owned may have further investors. */
function investorsText({ holding, metrics: { investors } }: Owned): string | undefined {
  if (holding.whole.includes("funding")) return count(investors);
  return investors === 0 ? undefined : `${count(investors)}+`;
}

/** Shows the sum, and which rounds are not in it. */
function Raised({ holding, metrics }: Owned) {
  const { raised, undisclosed } = metrics;
  const whole = holding.whole.includes("funding");
  return (
    <>
      {raised !== null && compactUsd(raised)}
      {whole ? "" : "+"}
      {undisclosed > 0 && <span className="block text-11 text-text-2">{roundsNote(metrics, whole)}</span>}
    </>
  );
}

function LastRound({ last, now }: { last: NonNullable<CompanyMetrics["last"]>; now: Date }) {
  return (
    <>
      {last.amount ?? "undisclosed"}{" "}
      <span className="text-12 text-text-2">
        {roundTitle(last.round)}, {shortDate(last.date, now)}
      </span>
    </>
  );
}

function whyNot({ missing, state }: Compared, kinds: readonly IncludeName[]): string {
  if (missing) return "No company with this id (free)";
  const { quote, outcome, loading } = state;
  const price = quote === undefined ? "1 credit and 1 for each event" : priceWords(quote, kinds);
  if (loading) return `Loading: ${price}`;
  return outcome === "skipped" ? `Skipped, out of credits: ${price}` : price;
}

/** Saves the figures of the owned companies as a file. */
function SaveFigures({ companies }: { companies: readonly Compared[] }) {
  const isOwned = companies.some(({ holding }) => holding !== undefined);
  return (
    <Button disabled={!isOwned} onClick={() => void saveFigures(companies)}>
      Save figures
    </Button>
  );
}

async function saveFigures(companies: readonly Compared[]): Promise<void> {
  const [{ figuresFile }, { saveFile }] = await Promise.all([
    import("./figures-file"),
    import("@/lib/client/export/export-file"),
  ]);
  const now = new Date();
  saveFile(figuresFile(companies, now), `comparison-${now.toISOString().slice(0, 10)}.csv`);
}
