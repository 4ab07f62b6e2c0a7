import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { type ReactNode, use } from "react";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import { RequestId } from "@/components/feed/record/request-id";
import { queryWords } from "@/components/feed/view-words";
import { useNow, useZone } from "@/components/shell/clock";
import { CORRECT_KEY, IMPORTS_LINK, isThere } from "@/components/shell/pages";
import { buttonVariants } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link, TextLink } from "@/components/ui/link";
import { useHost } from "@/lib/client/host";
import { cn } from "@/lib/cn";
import { feedAtPage, PAGES } from "@/lib/filters/pages";
import { cachedTime } from "@/lib/format/dates";
import { ReportRecord } from "./report-record";
import { Field, Fields, Section } from "./sheet-parts";
import { type PurchasedRow, SheetRow } from "./sheet-row";

export function PurchaseSection({ children }: { children: ReactNode }) {
  const row = use(SheetRow);
  return (
    <Section title="Purchase and ids">
      {row !== undefined && <ReceiptFields key={row.requestId} row={row} />}
      <Fields>{children}</Fields>
      {row !== undefined && (
        <div className="flex flex-wrap items-end gap-x-4">
          <ReportRecord key={row.key} row={row} />
          <CorrectRecord feed={row.feed} recordId={row.key} />
        </div>
      )}
    </Section>
  );
}

/** Shows when and by which request a record was bought, and for which view; the view's address opens without buying. */
function ReceiptFields({ row: { purchasedAt, requestId, view = "" } }: { row: PurchasedRow }) {
  const words = viewWords(view, useNow());
  const zone = useZone();
  return (
    <div data-testid="receipt">
      <Fields>
        <Field label="Bought">{cachedTime(new Date(purchasedAt), zone)}</Field>
        {requestId && (
          <Field label="Request">
            <RequestId id={requestId} /> <CopyButton what="request id" text={requestId} />
          </Field>
        )}
        {words !== undefined && (
          <Field label="Bought for">
            <TextLink href={view} className="block truncate" title={words}>
              {words}
            </TextLink>
          </Field>
        )}
      </Fields>
    </div>
  );
}

/** Writes `Funding · Round Series A`; undefined for an address that is neither a feed's nor a company's. */
function viewWords(view: string, now: Date): string | undefined {
  const [path = "", search = ""] = view.split("?");
  if (path.startsWith(`${PAGES.companies}/`)) return "Company timeline";
  const feed = feedAtPage(path);
  return feed && `${FEEDS[feed].title} · ${queryWords(feed, search, now)}`;
}

function CorrectRecord({ feed, recordId }: { feed: FeedName; recordId: string }) {
  const host = useHost();
  if (!(feed in EVENT_TITLES) || !isThere(IMPORTS_LINK, host)) return null;
  return (
    <Link
      href={`${IMPORTS_LINK.href}?${new URLSearchParams({ [CORRECT_KEY]: recordId })}`}
      className={cn(buttonVariants({ variant: "quiet" }), "mt-2 in-data-touch:inline-flex in-data-touch:items-center")}
    >
      Correct…
    </Link>
  );
}
