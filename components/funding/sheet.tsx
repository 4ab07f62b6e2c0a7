"use client";

import type { FundingRecord } from "@dealflow/client/records";
import { exactAmount } from "@/components/feed/columns/cells";
import { titleOf } from "@/components/feed/record/company";
import { Star } from "@/components/feed/record/star";
import { CompanyFields, CompanyLine } from "@/components/feed/sheet/company-fields";
import { CompanyLink, EventLinks, InvestorLink, TimelineLinks } from "@/components/feed/sheet/record-links";
import {
  Field,
  Fields,
  Id,
  Later,
  OriginalAmount,
  PurchasedLine,
  Section,
  Sources,
} from "@/components/feed/sheet/sheet-parts";
import { ROUNDS } from "@/lib/contract/values/events";
import { exactTime, longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd } from "@/lib/format/money";

/** One funding round: every field of its record. */
export function FundingSheet({ record, heldAt }: { record: FundingRecord; heldAt: string }) {
  const { company, amountUsd, amountUsdCents, amountOriginalCents, amountOriginalCurrency, investors } = record;
  const round = record.round ? titleOf(ROUNDS, record.round) : undefined;
  const exact = exactAmount({
    usd: amountUsd,
    originalCents: amountOriginalCents,
    originalCurrency: amountOriginalCurrency,
  });
  return (
    <>
      <div className="sheet-lead">
        <div className="flex items-start gap-2 [&>.sheet-name]:min-w-0 [&>.sheet-name]:flex-1">
          <p className="sheet-name">
            <CompanyLink company={company} />
          </p>
          <Star company={company} />
        </div>
        <CompanyLine company={company} />
        <p className="sheet-what">
          <span className="sheet-name" title={exact}>
            {amountUsd === null ? "Undisclosed" : compactUsd(amountUsd)}
          </span>
          <span className="font-medium">{round ?? "Round not stated"}</span>
          <span>{record.announcedAt && longDate(record.announcedAt)}</span>
        </p>
        <PurchasedLine heldAt={heldAt} />
      </div>
      <Section title="Round">
        <Fields>
          <Field label="Amount">
            {amountUsd === null ? "undisclosed" : exactUsd(amountUsdCents === null ? amountUsd : amountUsdCents / 100)}
          </Field>
          <Field label="Original">
            {amountOriginalCents !== null && amountOriginalCurrency !== null && (
              <OriginalAmount minor={amountOriginalCents} code={amountOriginalCurrency} />
            )}
          </Field>
          <Field label="Round">
            {round && `${round}${record.roundStated === null ? "" : record.roundStated ? ", stated" : ", inferred"}`}
          </Field>
          <Field label="Announced">{record.announcedAt && exactTime(record.announcedAt)}</Field>
          <Field label="Discovered">
            {record.discoveredAt && <Later iso={record.discoveredAt} than={record.announcedAt} />}
          </Field>
          <Field label="Round id">{record.id && <Id text={record.id} />}</Field>
        </Fields>
      </Section>
      <Section title={investors.length === 0 ? "Investors" : `Investors, ${investors.length}`}>
        {investors.length === 0 ? (
          <p className="text-text-2">None named</p>
        ) : (
          <ul className="sheet-investors" data-testid="sheet-investors">
            {investors.map((investor, index) => (
              <li key={investor.id ?? index} title={investor.id ?? undefined}>
                <InvestorLink name={investor.name} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Company">
        <EventLinks company={company} />
        <CompanyFields company={company} />
      </Section>
      <Sources sources={record.sources} />
      <TimelineLinks links={[{ label: "Timeline", company }]} />
    </>
  );
}
