"use client";

import type { AcquisitionRecord } from "@dealflow/client/records";
import { exactAmount } from "@/components/feed/columns/cells";
import { titleOf } from "@/components/feed/record/company";
import { Star } from "@/components/feed/record/star";
import { CompanyFields, CompanyLine } from "@/components/feed/sheet/company-fields";
import { CompanyLink, EventLinks, TimelineLinks } from "@/components/feed/sheet/record-links";
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
import { PAYMENT_TYPES } from "@/lib/contract/values/events";
import { exactTime, longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd } from "@/lib/format/money";

/** One acquisition or merger: every field of its record. */
export function AcquisitionSheet({ record, heldAt }: { record: AcquisitionRecord; heldAt: string }) {
  const { target, acquirer, dealAmountUsd, dealAmountUsdCents, dealAmountOriginalCents, dealAmountOriginalCurrency } =
    record;
  const exact = exactAmount({
    usd: dealAmountUsd,
    originalCents: dealAmountOriginalCents,
    originalCurrency: dealAmountOriginalCurrency,
  });
  return (
    <>
      <div className="sheet-lead">
        <div className="flex items-start gap-2 [&>.sheet-name]:min-w-0 [&>.sheet-name]:flex-1">
          <p className="sheet-name" data-testid="sheet-name">
            <CompanyLink company={target} />
          </p>
          <Star company={target} />
        </div>
        <CompanyLine company={target} />
        <p className="sheet-line">
          {record.isMerger ? "Merger with" : "Acquired by"}{" "}
          <span className="font-medium text-text-1">
            {acquirer === null ? "a company not named" : <CompanyLink company={acquirer} />}
          </span>
        </p>
        <p className="sheet-what">
          <span className="sheet-name" title={exact}>
            {dealAmountUsd === null ? "Undisclosed" : compactUsd(dealAmountUsd)}
          </span>
          <span>{record.announcedAt && longDate(record.announcedAt)}</span>
        </p>
        <PurchasedLine heldAt={heldAt} />
      </div>
      <Section title="Deal">
        <Fields>
          <Field label="Kind">{record.isMerger !== null && (record.isMerger ? "Merger" : "Acquisition")}</Field>
          <Field label="Amount">
            {dealAmountUsd === null
              ? "undisclosed"
              : exactUsd(dealAmountUsdCents === null ? dealAmountUsd : dealAmountUsdCents / 100)}
          </Field>
          <Field label="Original">
            {dealAmountOriginalCents !== null && dealAmountOriginalCurrency !== null && (
              <OriginalAmount minor={dealAmountOriginalCents} code={dealAmountOriginalCurrency} />
            )}
          </Field>
          <Field label="Payment">{record.paymentType && titleOf(PAYMENT_TYPES, record.paymentType)}</Field>
          <Field label="Announced">{record.announcedAt && exactTime(record.announcedAt)}</Field>
          <Field label="Closing">{record.closingAt && exactTime(record.closingAt)}</Field>
          <Field label="Discovered">
            {record.discoveredAt && <Later iso={record.discoveredAt} than={record.announcedAt} />}
          </Field>
          <Field label="Deal id">{record.id && <Id text={record.id} />}</Field>
        </Fields>
      </Section>
      <Section title="Target">
        <EventLinks company={target} />
        <CompanyFields company={target} />
      </Section>
      <Section title="Acquirer">
        <EventLinks company={acquirer} />
        <CompanyFields company={acquirer} />
      </Section>
      <Sources sources={record.sources} />
      <TimelineLinks
        links={[
          { label: "Target’s timeline", company: target },
          { label: "Acquirer’s timeline", company: acquirer },
        ]}
      />
    </>
  );
}
