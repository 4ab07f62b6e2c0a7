import { FEEDS } from "@dealflow/contract/feeds";
import { PageName } from "@/components/feed/record/page-parts";
import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { PAGES } from "@/lib/filters/pages";

/** Explains that the address names no investor. */
export function InvalidInvestorPage({ note }: { note: string | undefined }) {
  return (
    <Page title={FEEDS.investors.title} note={note}>
      <div className="py-6">
        <PageName>That isn’t a valid investor link</PageName>
        <p className="mt-1.5 text-text-2">Nothing was charged.</p>
        <p className="mt-3">
          <Link className={TEXT_LINK} href={PAGES.investors}>
            Open investors
          </Link>
        </p>
      </div>
    </Page>
  );
}
