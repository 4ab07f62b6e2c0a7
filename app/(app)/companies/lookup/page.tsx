import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LookUpPage } from "@/components/company/look-up-page";
import { meantBy, meantIn } from "@/components/company/meant";
import { companyAddress, kindsIn } from "@/lib/client/timelines/addresses";
import { quotedCompany } from "@/lib/server/company-page";
import { type PageSearch, paramsOf } from "@/lib/server/feed-page";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Look up a company" };

/** An address that names a company leads on to its page where that can be known for nothing. */
export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const search = paramsOf(await searchParams);
  const first = meantIn(search);
  const meant = first && meantBy(first.by, first.text);
  const asked = meant === undefined || "problem" in meant ? undefined : meant;
  const [state, quote] = await Promise.all([shellState(), asked && quotedCompany(asked.by, asked.value)]);
  const id = quote?.company?.id ?? (asked?.by === "id" ? asked.value : undefined);
  if (id !== undefined) redirect(companyAddress(id.toLowerCase(), kindsIn(search)));
  return (
    <LookUpPage
      first={first}
      missing={quote !== undefined && !quote.found}
      kinds={kindsIn(search)}
      note={state.demo ? "Demo data" : undefined}
    />
  );
}
