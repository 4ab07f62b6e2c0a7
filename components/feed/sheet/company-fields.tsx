"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { useEffect, useState } from "react";
import { isUnresolved, titleOf } from "@/components/feed/record/company";
import { ExternalLink } from "@/components/feed/record/external-link";
import { Flag } from "@/components/ui/flag";
import { EMPLOYEE_BUCKETS, VERTICALS } from "@/lib/contract/values/organisations";
import { exactTime } from "@/lib/format/dates";
import { Field, Fields, Id } from "./sheet-parts";

/** The line below a company's name: place and domain. */
export function CompanyLine({ company }: { company: CompanyRecord | null }) {
  if (isUnresolved(company))
    return (
      <p className="mt-1">
        <span className="cell-unresolved">unresolved company</span>
      </p>
    );
  const location = [company?.hqCity, company?.hqCountry?.name ?? company?.hqCountry?.code].filter(Boolean).join(", ");
  return (
    <p className="sheet-line">
      {company?.hqCountry?.code && <Flag code={company.hqCountry.code} />}
      {location}
      {location && company?.domain && <span aria-hidden="true">·</span>}
      {company?.domain && (
        <ExternalLink quiet href={`https://${company.domain}`}>
          {company.domain}
        </ExternalLink>
      )}
    </p>
  );
}

/** Every field of a company in a record. */
export function CompanyFields({ company }: { company: CompanyRecord | null }) {
  const naics = useNaicsTitle(company?.naicsCode ?? null);
  if (company === null) return <p className="text-text-2">Nothing is known of it</p>;
  return (
    <Fields>
      <Field label="Name">{company.name}</Field>
      <Field label="Description">{company.description}</Field>
      <Field label="Domain">
        {company.domain && <ExternalLink href={`https://${company.domain}`}>{company.domain}</ExternalLink>}
      </Field>
      <Field label="Industry">{company.industryGroup}</Field>
      <Field label="Tags">{company.industrySubTags.join(", ")}</Field>
      <Field label="NAICS">{company.naicsCode && [company.naicsCode, naics].filter(Boolean).join(" ")}</Field>
      <Field label="NAICS level">{company.naicsLevel !== null && `${company.naicsLevel} digits`}</Field>
      <Field label="Vertical">{company.verticals.map((value) => titleOf(VERTICALS, value)).join(", ")}</Field>
      <Field label="Size">
        {company.employeeCountBucket && `${titleOf(EMPLOYEE_BUCKETS, company.employeeCountBucket)} people`}
      </Field>
      <Field label="City">{company.hqCity}</Field>
      <Field label="Country">
        {company.hqCountry && [company.hqCountry.name, company.hqCountry.code].filter(Boolean).join(", ")}
      </Field>
      <Field label="Founded">{company.foundedYear !== null && String(company.foundedYear)}</Field>
      <Field label="Model">{company.businessModel}</Field>
      <Field label="Profile">
        {company.socialUrl ? (
          <ExternalLink href={company.socialUrl}>{company.socialHandle ?? company.socialUrl}</ExternalLink>
        ) : (
          company.socialHandle
        )}
      </Field>
      <Field label="Place id">{company.socialGeoId && <Id text={company.socialGeoId} />}</Field>
      <Field label="Industry id">{company.socialIndustryId && <Id text={company.socialIndustryId} />}</Field>
      <Field label="On file since">{company.createdAt && exactTime(company.createdAt)}</Field>
      <Field label="Updated">{company.updatedAt && exactTime(company.updatedAt)}</Field>
      <Field label="Company id">{company.id && <Id text={company.id} />}</Field>
    </Fields>
  );
}

/** The title of a code, once the list of codes has been fetched. */
export function useNaicsTitle(code: string | null): string | undefined {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    if (code === null || titles !== undefined) return;
    let cancelled = false;
    import("@/lib/contract/values/naics").then(
      ({ NAICS, NAICS_PARENTS }) => {
        if (!cancelled) setTitles(new Map([...NAICS_PARENTS, ...NAICS].map((item) => [item.value, item.title])));
      },
      // Without the list only the code is shown.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [code, titles]);
  return code === null ? undefined : titles?.get(code);
}
