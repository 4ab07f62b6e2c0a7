/**
 * Links a record to related pages. None of them buys anything: a page of rows that is not cached shows its price next
 * to the button that buys it.
 */
import type { CompanyRecord } from "@dealflow/client/records";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { isUuid } from "@dealflow/contract/query/syntax";
import { Link, TextLink } from "@/components/ui/link";
import { PRICE_LABEL, priceTagVariants, priceVariants } from "@/components/ui/prices/price-tag";
import { companyAddress, investorAddress, type NamedInvestor, personAddress } from "@/lib/client/timelines/addresses";
import { buildAddress } from "@/lib/filters/address";
import { credits } from "@/lib/format/counts";

/** Shows a company's name, linked to its page when the company is resolved. */
export function CompanyLink({ company }: { company: CompanyRecord | null }) {
  const name = company?.name ?? "Unnamed company";
  if (!company?.id) return name;
  return (
    <TextLink className="text-inherit" href={companyAddress(company.id)}>
      {name}
    </TextLink>
  );
}

/** Shows an investor's name, linked to its page. */
export function InvestorLink({ investor, quiet = false }: { investor: NamedInvestor; quiet?: boolean }) {
  const href = investorAddress(investor);
  const name = investor.name ?? "Unnamed";
  if (href === undefined) return name;
  return (
    <TextLink className={quiet ? "text-inherit" : undefined} href={href}>
      {name}
    </TextLink>
  );
}

/** Shows a person's name, linked to the page of their moves. */
export function PersonLink({
  person,
}: {
  person: { readonly id: string | null; readonly name: string | null } | null;
}) {
  const name = person?.name ?? "Unnamed person";
  if (!person?.id || !isUuid(person.id)) return name;
  return (
    <TextLink className="text-inherit" href={personAddress(person.id)}>
      {name}
    </TextLink>
  );
}

const EVENT_FEEDS = ["funding", "acquisitions", "execMoves"] as const satisfies readonly FeedName[];

/** Links to a company's own rows in every feed of events. */
export function EventLinks({ company }: { company: CompanyRecord | null }) {
  const id = company?.id;
  if (!id) return null;
  return (
    <p className="my-1.5 flex flex-wrap gap-x-4 gap-y-1 leading-6 in-data-touch:leading-[var(--row-touch)]">
      {EVENT_FEEDS.map((feed) => (
        <TextLink key={feed} href={buildAddress(FEEDS[feed], { companyId: id })}>
          {FEEDS[feed].title}
        </TextLink>
      ))}
    </p>
  );
}

/** Links a sheet to the pages of its companies, which open for free. Their timelines are bought there. */
export function CompanyLinks({ links }: { links: readonly { label: string; company: CompanyRecord | null }[] }) {
  const known = links.flatMap(({ label, company }) => (company?.id ? [{ label, id: company.id }] : []));
  if (known.length === 0) return null;
  return (
    <footer className="sticky -bottom-6 -mx-5 mt-auto -mb-6 flex flex-wrap justify-end gap-2 border-t border-line-strong bg-surface px-5 py-2.5">
      {known.map(({ label, id }) => (
        <Link key={id} className={priceTagVariants({ variant: "secondary" })} href={companyAddress(id)}>
          <span className={PRICE_LABEL}>{label}</span>{" "}
          <span className={priceVariants({ variant: "secondary" })}>{credits(0)}</span>
        </Link>
      ))}
    </footer>
  );
}
