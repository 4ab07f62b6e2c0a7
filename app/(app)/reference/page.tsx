import type { Metadata } from "next";
import { ReferencePage } from "@/components/reference/reference-page";
import { guideSections } from "@/lib/describe/guide/agents-guide";
import { reference } from "@/lib/describe/reference";
import { environment } from "@/lib/server/environment";
import { isVisit } from "@/lib/server/pages/identity";

export const metadata: Metadata = { title: "API reference", robots: { index: true, follow: true } };

/** This page presents these sections of the guide differently. */
const OWN = ["Endpoints", "Parameters"];

export default async function Page() {
  const { apiUrl, siteUrl, dashboardUrl } = environment();
  return (
    <ReferencePage
      endpoints={reference()}
      guide={guideSections({ apiUrl, siteUrl, dashboardUrl }).filter(({ title }) => !OWN.includes(title))}
      apiUrl={apiUrl}
      visit={await isVisit()}
    />
  );
}
