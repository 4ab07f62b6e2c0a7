"use client";

import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { LOOK_UP_PAGE } from "@/lib/client/timelines/addresses";
import { FEEDS } from "@/lib/contract/feeds";
import "./company.css";

/** The address leads to no company: what that cost, and a way on. */
export function MissingCompany({ title }: { title: string }) {
  return (
    <div className="company-missing">
      <h2 className="company-name">{title}</h2>
      <p className="mt-1.5 text-text-2">
        Nothing was charged. A company can also be found by its domain, name or profile.
      </p>
      <p className="mt-3">
        <Link className="link focus-ring" href={LOOK_UP_PAGE}>
          Look a company up
        </Link>
      </p>
    </div>
  );
}

/** The address names something that is no id. */
export function InvalidCompanyPage({ note }: { note: string | undefined }) {
  return (
    <Page title={FEEDS.companies.title} note={note}>
      <MissingCompany title="This address names no company id" />
    </Page>
  );
}
