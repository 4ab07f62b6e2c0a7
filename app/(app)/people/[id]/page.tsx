import { isUuid } from "@dealflow/contract/query/syntax";
import type { Metadata } from "next";
import { PersonNotFound, PersonPage } from "@/components/moves/person-page";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Person" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearch>;
}

/** Shows what the workspace owns of a person's moves, which the browser fetches. Nothing is bought. */
export default async function Page({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  if (!isUuid(id)) return <PersonNotFound />;
  return <PersonPage key={id} id={id.toLowerCase()} search={toSearchParams(query).toString()} />;
}
