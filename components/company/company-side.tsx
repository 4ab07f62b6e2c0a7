/** Shows firmographics and investors with their rounds next to a company's timeline. */
import type { CompanyRecord } from "@dealflow/client/records";
import { COMPANY_FIELDS } from "@dealflow/contract/records/fields";
import { useState } from "react";
import { Heading } from "@/components/feed/record/page-parts";
import { RecordFields, RecordIds } from "@/components/feed/sheet/record-fields";
import { InvestorLink } from "@/components/feed/sheet/record-links";
import { Fields } from "@/components/feed/sheet/sheet-parts";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { count } from "@/lib/format/counts";
import { usePaysOnce } from "@/lib/queries/owned/owned";
import { roundTitle } from "./event-words";
import { investorKey, roundsByInvestor } from "./metrics";

const LazyReportRecord = lazyComponent(
  async () => (await import("@/components/feed/sheet/report-record")).ReportRecord,
  <p className="mt-2 text-12">&nbsp;</p>,
);

export function CompanySide({ holding }: { holding: MergedTimeline }) {
  return (
    <aside className="space-y-6" aria-label="About the company">
      <Firmographics company={holding.company} />
      <InvestorList holding={holding} />
    </aside>
  );
}

const FIRMOGRAPHICS = [
  "industry",
  "tags",
  "naics",
  "vertical",
  "size",
  "founded",
  "model",
  "profile",
  "updated",
  "company-id",
].flatMap((id) => COMPANY_FIELDS.find((field) => field.id === id) ?? []);

function Firmographics({ company }: { company: CompanyRecord | null }) {
  const paysOnce = usePaysOnce();
  return (
    <section aria-labelledby="company-firmographics" className="space-y-2">
      <Heading id="company-firmographics">Firmographics</Heading>
      {company === null ? (
        <p className="text-text-2">Nothing is known about it</p>
      ) : (
        <div>
          <RecordFields narrow record={company} fields={FIRMOGRAPHICS} />
          <Fields narrow>
            <RecordIds record={company} fields={FIRMOGRAPHICS} />
          </Fields>
          {paysOnce && company.id && (
            // The server renders it; what follows would move while its script is fetched.
            <LazyReportRecord key={company.id} row={{ key: company.id, feed: "companies" }} />
          )}
        </div>
      )}
    </section>
  );
}

/** This many are shown before "more" is pressed. */
const FIRST = 12;
/** An investor is listed with at most this many rounds. */
const NAMED_ROUNDS = 3;

function InvestorList({ holding }: { holding: MergedTimeline }) {
  const [all, setAll] = useState(false);
  const { investors, whole } = holding;
  const rounds = roundsByInvestor(holding.events);
  const shown = all ? investors : investors.slice(0, FIRST);
  const title =
    whole.length > 0 ? `Investors, ${count(investors.length)}` : `Investors, at least ${count(investors.length)}`;
  return (
    <section aria-labelledby="company-investors" className="space-y-2">
      <Heading id="company-investors">{title}</Heading>
      {investors.length === 0 ? (
        <p className="text-text-2">None listed</p>
      ) : (
        <ul>
          {shown.map((investor, index) => (
            <li
              key={investorKey(investor) || index}
              className="flex items-baseline justify-between gap-3 border-t border-line py-1"
            >
              <span className="min-w-0 wrap-anywhere">
                <InvestorLink investor={investor} />
              </span>
              <span className="flex-none text-right text-12 text-text-2">
                {roundsText(rounds.get(investorKey(investor)) ?? [])}
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < investors.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {count(investors.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

/** Writes the common prefix of rounds once: `Series A, B, C`. */
function roundsText(rounds: readonly (string | null)[]): string {
  const titles = [...new Set(rounds.map(roundTitle))];
  const words = titles.slice(0, NAMED_ROUNDS).map((title, index) => {
    const before = titles[index - 1];
    return before?.startsWith("Series ") && title.startsWith("Series ") ? title.slice("Series ".length) : title;
  });
  const more = titles.length - words.length;
  return `${words.join(", ")}${more > 0 ? ` +${more}` : ""}`;
}
