import { LEDGER_OPTIONS } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { LedgersPage } from "@/components/administration/ledgers-page";
import type { LedgerSearch } from "@/lib/queries/administration";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Ledgers" };

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string | string[]>> }) {
  const parameters = await searchParams;
  const search: LedgerSearch = Object.fromEntries(
    LEDGER_OPTIONS.flatMap((name) => {
      const value = parameters[name];
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [];
    }),
  );
  return (
    // The form stays when a search finds nothing or is refused, so its result is not a part of the page's data.
    <AccountPage load={async () => {}}>
      <LedgersPage search={search} />
    </AccountPage>
  );
}
