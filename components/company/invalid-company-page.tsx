import { Page } from "@/components/shell/page";
import { FEEDS } from "@/lib/contract/feeds";
import { MissingCompany } from "./missing-company";
import "./company.css";

/** The address names something that is no id. */
export function InvalidCompanyPage({ note }: { note: string | undefined }) {
  return (
    <Page title={FEEDS.companies.title} note={note}>
      <MissingCompany title="This address names no company id" />
    </Page>
  );
}
