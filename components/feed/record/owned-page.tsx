/** Lays out the page of an investor or a person: what owned records say, and the sheet of one of them. It never buys. */
import type { ReactNode } from "react";
import type { OwnedRows } from "@/components/feed/sheet/record-sheet";
import { SHEET_BOX } from "@/components/feed/sheet/sheet-row";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { TextLink } from "@/components/ui/link";
import type { OpenRecord } from "@/lib/client/address";
import { PageName } from "./page-parts";

const LazyRecordSheet = lazyComponent(
  async () => (await import("@/components/feed/sheet/record-sheet")).RecordSheet,
  <div className={SHEET_BOX} />,
);

interface Props {
  /** The page is a part of this section of the dashboard. */
  title: string;
  head: ReactNode;
  /** The records could not be read. */
  error: Error | null;
  retry: () => void;
  /** It is undefined until they are read. */
  records: OwnedRows | undefined;
  opened: OpenRecord;
  children: ReactNode;
}

export function OwnedPage({ title, head, error, retry, records, opened, children }: Props) {
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)] print:block">
      <Page title={title}>
        <div className="@container">
          <header className="min-h-7">{head}</header>
          {error !== null && (
            <p role="alert" className="mt-1 text-bad-text">
              {error.message} <Button onClick={retry}>Try again</Button>
            </p>
          )}
          {children}
        </div>
      </Page>
      {opened.open !== undefined &&
        (records ? <LazyRecordSheet records={records} opened={opened} /> : <div className={SHEET_BOX} />)}
    </div>
  );
}

interface NotFoundProps extends Pick<Props, "title"> {
  heading: string;
  text: string;
  href: string;
  link: string;
}

/** Explains that no such page exists, and links to where it can be searched. */
export function NotFoundPage({ title, heading, text, href, link }: NotFoundProps) {
  return (
    <Page title={title}>
      <div className="py-6">
        <PageName>{heading}</PageName>
        <p className="mt-1.5 max-w-measure text-text-2" data-testid="coverage">
          {text} Nothing was charged.
        </p>
        <p className="mt-3">
          <TextLink href={href}>{link}</TextLink>
        </p>
      </div>
    </Page>
  );
}
