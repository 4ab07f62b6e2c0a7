import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { PeoplePage } from "@/components/administration/people-page";
import { listed, peopleQuery } from "@/lib/queries/administration";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: { searchParams: Promise<{ search?: string | string[] }> }) {
  const { search } = await searchParams;
  const text = typeof search === "string" ? search.trim() : "";
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({
          ...peopleQuery(text),
          queryFn: () => readAccountData(ADMINISTRATION.findPeople, { search: listed(text) }),
        })
      }
    >
      <PeoplePage search={text} />
    </AccountPage>
  );
}
