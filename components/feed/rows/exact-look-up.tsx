"use client";
/**
 * Tells whether a company exists and what its timeline costs, by its whole name, its domain or its id. It is free, a
 * limited number of times a day.
 */

import type { CompanyQuote } from "@dealflow/contract/account/quote";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { TEXT_LINK } from "@/components/ui/text-link";
import { quotePrice } from "@/lib/api/quote";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { useOffline } from "@/lib/client/online";
import { companyAddress } from "@/lib/client/timelines/addresses";
import type { CompanyReference } from "@/lib/client/timelines/request";
import { credits, formatCount } from "@/lib/format/counts";
import { FREE } from "@/lib/format/price";
import { fetchQuote } from "@/lib/queries/quotes";

/** The page mentions how many look-ups are left from this number on. */
const FEW = 10;

const HOW = { id: "this id", domain: "this domain", name: "exactly this name", socialUrl: "this profile" } as const;

export function ExactLookUp({ reference }: { reference: CompanyReference }) {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => fetchQuote(reference) });
  const offline = useOffline();
  const { by, value } = reference;
  return (
    <>
      {data === undefined && (
        <PriceTag price={FREE} busy={isPending} disabled={offline} onClick={() => mutate()}>
          <span className="max-w-48 truncate">Look up {by === "id" ? "the company" : `“${value}”`}</span>
        </PriceTag>
      )}
      <p role="status" className="wrap-anywhere empty:hidden">
        {error !== null && <span className="text-bad-text">{error.message}</span>}
        {data !== undefined && (
          <>
            <Found quote={data} reference={reference} />
            {data.lookupsLeft <= FEW && ` ${formatCount(data.lookupsLeft, "look-up")} left today.`}
          </>
        )}
      </p>
    </>
  );
}

function Found({ quote, reference: { by, value } }: { quote: CompanyQuote; reference: CompanyReference }) {
  const { company } = quote;
  if (company === null) return `No company has ${HOW[by]}.`;
  return (
    <>
      <Link className={TEXT_LINK} href={companyAddress(company.id)}>
        {company.name ?? (by === "id" ? "This company" : value)}
      </Link>{" "}
      exists · timeline {credits(quotePrice(quote, ALL_KINDS))}
    </>
  );
}
