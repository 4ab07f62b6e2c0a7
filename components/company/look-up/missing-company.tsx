"use client";

import { FEEDS } from "@dealflow/contract/feeds";
import { PageName } from "@/components/feed/record/page-parts";
import { Page } from "@/components/shell/page";
import { TextLink } from "@/components/ui/link";
import { LOOK_UP_PAGE } from "@/lib/client/timelines/addresses";

/** Explains that the address leads to no company, what that cost, and how to continue. */
export function MissingCompany({ title }: { title: string }) {
  return (
    <div className="py-6">
      <PageName>{title}</PageName>
      <p className="mt-1.5 text-text-2">Nothing was charged. Try its domain, name or profile instead.</p>
      <p className="mt-3">
        <TextLink href={LOOK_UP_PAGE}>Look up a company</TextLink>
      </p>
    </div>
  );
}

export function InvalidCompanyPage() {
  return (
    <Page title={FEEDS.companies.title}>
      <MissingCompany title="That isn’t a valid company link" />
    </Page>
  );
}
