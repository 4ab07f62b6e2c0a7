"use client";
/** Lists the records that one entry of the ledger bought, which its workspace owns. */
import type { ChargedRecord } from "@dealflow/contract/account/spending/credits";
import { FEEDS } from "@dealflow/contract/feeds";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useNow } from "@/components/shell/clock";
import { Page } from "@/components/shell/page";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { OPEN_KEY, PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { exactTime, longDate } from "@/lib/format/dates";
import { chargeQuery } from "@/lib/queries/credits";
import { chargedRecordTitle } from "./charged-record";
import { EntriesTable } from "./entries-table";
import { CREDITS_PAGE, describeEntry } from "./ledger-entry";

const COLUMNS: readonly SimpleColumn<ChargedRecord>[] = [
  {
    id: "record",
    header: "Record",
    cell: ({ row: { original } }) => (
      <Link
        href={`${PAGES[original.feed]}?${new URLSearchParams({ [OPEN_KEY]: original.record.id ?? "" })}`}
        className={`${TEXT_LINK} whitespace-normal`}
      >
        {chargedRecordTitle(original)}
      </Link>
    ),
  },
  {
    id: "date",
    header: "Date",
    meta: { align: "end", className: "w-px" },
    cell: ({ row: { original } }) =>
      "announcedAt" in original.record && original.record.announcedAt ? longDate(original.record.announcedAt) : "–",
  },
];

export function ChargePage({ id }: { id: string }) {
  const { entry, records } = useSuspenseQuery(chargeQuery(id)).data;
  const now = useNow();
  const bought = -entry.delta;
  const before = entry.records - bought;
  const missing = bought - records.length;
  return (
    <Page
      title="Charge"
      aside={exactTime(entry.at)}
      tools={
        <Link href={CREDITS_PAGE} className={TEXT_LINK}>
          All credits
        </Link>
      }
    >
      <div className="-mx-6 -mt-5 max-tablet:-mx-gutter max-tablet:-mt-4">
        <EntriesTable caption="Entry of the ledger" whole entries={[describeEntry(entry, now)]} />
      </div>
      <section className="mt-6" aria-labelledby="charged-title">
        <h2 id="charged-title" className="mb-2 font-semibold">
          Records that it bought{" "}
          <span className="ml-1 text-12 font-regular text-text-2">
            {formatCount(bought, "record")}
            {before > 0 && `; ${count(before)} more in the response ${before === 1 ? "was" : "were"} owned before`}
          </span>
        </h2>
        {missing > 0 && (
          <p className="mb-2 max-w-measure text-12 text-text-2">
            {formatCount(missing, "record")} of them {missing === 1 ? "is" : "are"} not listed: removed, merged with
            another, or bought again since.
          </p>
        )}
        <SimpleTable
          caption="Records that it bought"
          columns={COLUMNS}
          rows={records}
          rowId={({ feed, record }) => `${feed} ${record.id}`}
          section={({ feed }) => FEEDS[feed].title}
          dense
          empty="None of its records is owned now."
        />
      </section>
    </Page>
  );
}
