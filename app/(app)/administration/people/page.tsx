import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { PeoplePage } from "@/components/administration/people-page";
import { listed, peopleQuery } from "@/lib/queries/administration";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";
import { readSearch, type SearchParams } from "../read-search";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const search = await readSearch(searchParams);
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({
          ...peopleQuery(search),
          queryFn: () => readAccountData(ADMINISTRATION.findPeople, { search: listed(search) }),
        })
      }
    >
      <PeoplePage search={search} />
    </AccountPage>
  );
}
