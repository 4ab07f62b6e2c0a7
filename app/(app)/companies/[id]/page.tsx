import { isUuid } from "@dealflow/contract/query/syntax";
import type { Metadata } from "next";
import { CompanyPage } from "@/components/company/company-page";
import { InvalidCompanyPage } from "@/components/company/look-up/missing-company";
import { loadCompaniesInitial } from "@/lib/server/pages/company-page";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Company" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearch>;
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const known = isUuid(id) ? id.toLowerCase() : undefined;
  const [initial] = await loadCompaniesInitial(known === undefined ? [] : [known]);
  if (initial === undefined) return <InvalidCompanyPage />;
  return <CompanyPage key={initial.id} initial={initial} search={toSearchParams(search).toString()} />;
}
