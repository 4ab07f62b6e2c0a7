import type { Metadata } from "next";
import { PeoplePage } from "@/components/administration/people-page";
import { peopleQuery } from "@/lib/queries/administration";
import { AccountPage } from "../../account-page";
import { readSearch, type SearchParams } from "../read-search";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const search = await readSearch(searchParams);
  return (
    <AccountPage load={(client) => client.fetchQuery(peopleQuery(search))}>
      <PeoplePage search={search} />
    </AccountPage>
  );
}
