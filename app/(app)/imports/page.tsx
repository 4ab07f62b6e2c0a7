import type { Metadata } from "next";
import { ImportsPage } from "@/components/imports/imports-page";
import { CORRECT_KEY } from "@/components/shell/pages";
import { importsQuery } from "@/lib/queries/imports";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Imports" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const correct = toSearchParams(await searchParams).get(CORRECT_KEY);
  return (
    <AccountPage load={(client) => client.fetchQuery(importsQuery())} title="Imports">
      <ImportsPage correct={correct} />
    </AccountPage>
  );
}
