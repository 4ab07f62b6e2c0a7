import type { CompanyRecord } from "@dealflow/client/records";
import { COMPANY_FIELDS } from "@dealflow/contract/records/fields";
import { UNRESOLVED } from "@/components/feed/columns/cells";
import { isUnresolved } from "@/components/feed/record/company";
import { ExternalLink } from "@/components/feed/record/external-link";
import { Flag } from "@/components/ui/marks/flag";
import { RecordFields } from "./record-fields";
import { EventLinks } from "./record-links";
import { Line, Section } from "./sheet-parts";

/** Shows the place and domain of a company below its name. */
export function CompanyLine({ company }: { company: CompanyRecord | null }) {
  if (isUnresolved(company))
    return (
      <p className="mt-1">
        <span className={UNRESOLVED}>unresolved company</span>
      </p>
    );
  return <PlaceLine city={company?.hqCity} country={company?.hqCountry} domain={company?.domain} />;
}

interface PlaceProps {
  city?: string | null | undefined;
  country: CompanyRecord["hqCountry"] | undefined;
  domain: string | null | undefined;
}

export function PlaceLine({ city, country, domain }: PlaceProps) {
  const location = [city, country?.name ?? country?.code].filter(Boolean).join(", ");
  return (
    <Line>
      {country?.code && <Flag code={country.code} />}
      {location}
      {location && domain && <span aria-hidden="true">·</span>}
      {domain && (
        <ExternalLink quiet href={`https://${domain}`}>
          {domain}
        </ExternalLink>
      )}
    </Line>
  );
}

/** Links to a company's events, and shows every field of a company in a record but its ids. */
export function CompanySection({ title, company }: { title: string; company: CompanyRecord | null }) {
  return (
    <Section title={title}>
      <EventLinks company={company} />
      {company === null ? (
        <p className="text-text-2">Nothing is known about it</p>
      ) : (
        <RecordFields record={company} fields={COMPANY_FIELDS} />
      )}
    </Section>
  );
}
