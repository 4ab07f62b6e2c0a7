"use client";
/** The side column of a company's timeline: firmographics, and its investors with their rounds. */
import type { CompanyRecord } from "@dealflow/client/records";
import { useState } from "react";
import { titleOf } from "@/components/feed/record/company";
import { ExternalLink } from "@/components/feed/record/external-link";
import { useNaicsTitle } from "@/components/feed/sheet/company-fields";
import { Field, Fields, Id } from "@/components/feed/sheet/sheet-parts";
import { Button } from "@/components/ui/button";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { EMPLOYEE_BUCKETS, VERTICALS } from "@/lib/contract/values/organisations";
import { count } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { roundTitle } from "./event-words";
import { investorKey, roundsByInvestor } from "./metrics";

export function Firmographics({ company }: { company: CompanyRecord | null }) {
  const naics = useNaicsTitle(company?.naicsCode ?? null);
  return (
    <section aria-labelledby="company-firmographics">
      <h3 id="company-firmographics" className="company-title">
        Firmographics
      </h3>
      {company === null ? (
        <p className="text-text-2">Nothing is known of it</p>
      ) : (
        <Fields>
          <Field label="Industry">{company.industryGroup}</Field>
          <Field label="Tags">{company.industrySubTags.join(", ")}</Field>
          <Field label="NAICS">
            {company.naicsCode && (
              // On one line: its title is fetched later, and must move nothing.
              <span className="company-naics" title={naics}>
                {[company.naicsCode, naics].filter(Boolean).join(" ")}
              </span>
            )}
          </Field>
          <Field label="Verticals">{company.verticals.map((value) => titleOf(VERTICALS, value)).join(", ")}</Field>
          <Field label="Size">
            {company.employeeCountBucket && `${titleOf(EMPLOYEE_BUCKETS, company.employeeCountBucket)} people`}
          </Field>
          <Field label="Founded">{company.foundedYear !== null && String(company.foundedYear)}</Field>
          <Field label="Model">{company.businessModel}</Field>
          <Field label="Social">
            {company.socialUrl ? (
              <ExternalLink href={company.socialUrl}>{company.socialHandle ?? company.socialUrl}</ExternalLink>
            ) : (
              company.socialHandle
            )}
          </Field>
          <Field label="Updated">{company.updatedAt && longDate(company.updatedAt)}</Field>
          <Field label="Company id">{company.id && <Id text={company.id} />}</Field>
        </Fields>
      )}
    </section>
  );
}

/** Before "more" is pressed. */
const FIRST = 12;
/** Rounds that are named beside an investor. */
const NAMED_ROUNDS = 3;

export function InvestorList({ holding }: { holding: MergedTimeline }) {
  const [all, setAll] = useState(false);
  const { investors, whole } = holding;
  const rounds = roundsByInvestor(holding.events);
  const shown = all ? investors : investors.slice(0, FIRST);
  const title =
    whole.length > 0 ? `Investors, ${count(investors.length)}` : `Investors, at least ${count(investors.length)}`;
  return (
    <section aria-labelledby="company-investors">
      <h3 id="company-investors" className="company-title">
        {title}
      </h3>
      {investors.length === 0 ? (
        <p className="text-text-2">None named</p>
      ) : (
        <ul className="company-investors">
          {shown.map((investor, index) => (
            <li key={investorKey(investor) || index}>
              <span className="company-investor">{investor.name ?? "Not named"}</span>
              <span className="company-note">{roundsText(rounds.get(investorKey(investor)) ?? [])}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < investors.length && (
        <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
          {count(investors.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

/** `Series A, B, C`: the common prefix of rounds is written once. */
function roundsText(rounds: readonly (string | null)[]): string {
  const titles = [...new Set(rounds.map(roundTitle))];
  const words = titles.slice(0, NAMED_ROUNDS).map((title, index) => {
    const before = titles[index - 1];
    return before?.startsWith("Series ") && title.startsWith("Series ") ? title.slice("Series ".length) : title;
  });
  const more = titles.length - words.length;
  return `${words.join(", ")}${more > 0 ? ` +${more}` : ""}`;
}
