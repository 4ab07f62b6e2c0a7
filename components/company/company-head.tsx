"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { ExternalLink } from "@/components/feed/record/external-link";
import { Flag } from "@/components/ui/flag";

interface Props {
  name: string;
  company: CompanyRecord | null;
}

/** Name, place, domain and what it does. */
export function CompanyHead({ name, company }: Props) {
  return (
    <header>
      <div className="company-head">
        <h2 className="company-name">{name}</h2>
        <CompanyLocation company={company} />
      </div>
      <p className="company-about">{company?.description}</p>
    </header>
  );
}

function CompanyLocation({ company }: { company: CompanyRecord | null }) {
  const country = company?.hqCountry;
  const location = [company?.hqCity, country?.name ?? country?.code].filter(Boolean).join(", ");
  return (
    <>
      {location && (
        <p className="company-place">
          {country?.code && <Flag code={country.code} />}
          {location}
        </p>
      )}
      {company?.domain && (
        <p className="text-12">
          <ExternalLink href={`https://${company.domain}`}>{company.domain}</ExternalLink>
        </p>
      )}
    </>
  );
}
