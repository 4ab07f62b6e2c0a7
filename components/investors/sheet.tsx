"use client";

import type { InvestorRecord } from "@dealflow/client/records";
import { titleOf } from "@/components/feed/record/company";
import { ExternalLink } from "@/components/feed/record/external-link";
import { Field, Fields, Id, PurchasedLine, Section } from "@/components/feed/sheet/sheet-parts";
import { Flag } from "@/components/ui/flag";
import { INVESTOR_TYPES } from "@/lib/contract/values/organisations";
import { exactTime } from "@/lib/format/dates";

/** One investor of the directory: every field of its record. */
export function InvestorSheet({ record, heldAt }: { record: InvestorRecord; heldAt: string }) {
  const { name, type, hqCountry: country, domain } = record;
  return (
    <>
      <div className="sheet-lead">
        <p className="sheet-name">{name ?? "Investor not named"}</p>
        <p className="sheet-line">
          {country?.code && <Flag code={country.code} />}
          {country?.name ?? country?.code}
          {country && domain && <span aria-hidden="true">·</span>}
          {domain && (
            <ExternalLink quiet href={`https://${domain}`}>
              {domain}
            </ExternalLink>
          )}
        </p>
        <PurchasedLine heldAt={heldAt} />
      </div>
      <Section title="Investor">
        <Fields>
          <Field label="Type">{type && titleOf(INVESTOR_TYPES, type)}</Field>
          <Field label="Country">{country && [country.name, country.code].filter(Boolean).join(", ")}</Field>
          <Field label="Domain">{domain && <ExternalLink href={`https://${domain}`}>{domain}</ExternalLink>}</Field>
          <Field label="First seen">{record.firstSeenAt && exactTime(record.firstSeenAt)}</Field>
          <Field label="Last seen">{record.lastSeenAt && exactTime(record.lastSeenAt)}</Field>
          <Field label="On file since">{record.createdAt && exactTime(record.createdAt)}</Field>
          <Field label="Updated">{record.updatedAt && exactTime(record.updatedAt)}</Field>
          <Field label="Investor id">{record.id && <Id text={record.id} />}</Field>
        </Fields>
      </Section>
    </>
  );
}
