"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { titleOf } from "@/components/feed/record/company";
import { Star } from "@/components/feed/record/star";
import { CompanyFields, CompanyLine } from "@/components/feed/sheet/company-fields";
import { CompanyLink, EventLinks, TimelineLinks } from "@/components/feed/sheet/record-links";
import { PurchasedLine, Section } from "@/components/feed/sheet/sheet-parts";
import { EMPLOYEE_BUCKETS } from "@/lib/contract/values/organisations";

/** One company of the directory: every field of its record. */
export function CompanySheet({ record, heldAt }: { record: CompanyRecord; heldAt: string }) {
  const { employeeCountBucket: bucket, foundedYear } = record;
  return (
    <>
      <div className="sheet-lead">
        <div className="flex items-start gap-2 [&>.sheet-name]:min-w-0 [&>.sheet-name]:flex-1">
          <p className="sheet-name">
            <CompanyLink company={record} />
          </p>
          <Star company={record} />
        </div>
        <CompanyLine company={record} />
        {(bucket !== null || foundedYear !== null) && (
          <p className="sheet-line">
            {[
              bucket === null ? undefined : `${titleOf(EMPLOYEE_BUCKETS, bucket)} people`,
              foundedYear === null ? undefined : `founded ${foundedYear}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        )}
        <PurchasedLine heldAt={heldAt} />
      </div>
      <Section title="Events">
        <EventLinks company={record} />
      </Section>
      <Section title="Company">
        <CompanyFields company={record} />
      </Section>
      <TimelineLinks links={[{ label: "Timeline", company: record }]} />
    </>
  );
}
