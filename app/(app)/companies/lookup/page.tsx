import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { parseReference, readReference } from "@/components/company/look-up/company-reference";
import { LookUpPage } from "@/components/company/look-up/look-up-page";
import { companyAddress, kindsIn } from "@/lib/client/timelines/addresses";
import { fetchCompanyQuote } from "@/lib/server/pages/company-page";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Look up a company" };

/** Redirects to the company's page where its id can be found for free. */
export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const search = toSearchParams(await searchParams);
  const first = readReference(search);
  const meant = first && parseReference(first.by, first.text);
  const selector = meant === undefined || "problem" in meant ? undefined : meant;
  const quote = selector && (await fetchCompanyQuote(selector.by, selector.value));
  const id = quote?.company?.id ?? (selector?.by === "id" ? selector.value : undefined);
  if (id !== undefined) redirect(companyAddress(id.toLowerCase(), kindsIn(search)));
  return <LookUpPage first={first} missing={quote !== undefined && !quote.found} kinds={kindsIn(search)} />;
}
