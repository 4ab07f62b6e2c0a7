import type { CompanyRecord } from "@dealflow/client/records";
import type { ReactNode } from "react";
import { ExternalLink } from "@/components/feed/record/external-link";
import { FormerNames } from "@/components/feed/record/former-names";
import { PageName } from "@/components/feed/record/page-parts";
import { Flag } from "@/components/ui/marks/flag";
import { Initials } from "@/components/ui/marks/initials";

interface Props {
  id: string;
  name: string;
  company: CompanyRecord | null;
  tools: ReactNode;
}

/** Shows the name, former names, place, domain and description of a company. */
export function CompanyHead({ id, name, company, tools }: Props) {
  const country = company?.hqCountry;
  const location = [company?.hqCity, country?.name ?? country?.code].filter(Boolean).join(", ");
  return (
    <header>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <Initials name={name} />
        <PageName>{name}</PageName>
        {location && (
          <p className="flex items-center gap-1.5 text-12 text-text-2">
            {country?.code && <Flag code={country.code} />}
            {location}
          </p>
        )}
        {company?.domain && (
          <p className="text-12">
            <ExternalLink href={`https://${company.domain}`}>{company.domain}</ExternalLink>
          </p>
        )}
        <FormerNames id={id} />
      </div>
      <p className="min-h-5 max-w-[880px] text-text-2">{company?.description}</p>
      <div className="mt-3 hidden flex-wrap items-center gap-2 @max-[900px]/page:flex">{tools}</div>
    </header>
  );
}
