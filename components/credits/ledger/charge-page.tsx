"use client";
/** Lists the records that one entry of the ledger bought, which its workspace owns. */
import type { ChargedRecord } from "@dealflow/contract/account/spending/credits";
import { FEEDS } from "@dealflow/contract/feeds";
import { ROUNDS } from "@dealflow/contract/values/events";
import { useSuspenseQuery } from "@tanstack/react-query";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useViewTitle } from "@/components/feed/use-view-title";
import { Page } from "@/components/shell/page";
import { TextLink } from "@/components/ui/link";
import { OPEN_KEY, PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { exactTime, longDate } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { compactMoney, dealMoney, roundMoney } from "@/lib/format/money";
import { chargeQuery } from "@/lib/queries/credits";
import { EntriesTable } from "./entries-table";
import { CREDITS_PAGE, describeEntry } from "./ledger-entry";

const COLUMNS: readonly SimpleColumn<ChargedRecord>[] = [
  column("record", "Record", {}, (row) => (
    <TextLink
      href={`${PAGES[row.feed]}?${new URLSearchParams({ [OPEN_KEY]: row.record.id ?? "" })}`}
      className="whitespace-normal"
    >
      {chargedRecordTitle(row)}
    </TextLink>
  )),
  column("date", "Date", { align: "end", className: "w-px" }, (row) =>
    "announcedAt" in row.record && row.record.announcedAt ? longDate(row.record.announcedAt) : "–",
  ),
];

export function ChargePage({ id }: { id: string }) {
  const { entry, records } = useSuspenseQuery(chargeQuery(id)).data;
  const viewTitle = useViewTitle([entry.view]);
  const bought = -entry.delta;
  const before = entry.records - bought;
  const missing = bought - records.length;
  return (
    <Page title="Charge" aside={exactTime(entry.at)} tools={<TextLink href={CREDITS_PAGE}>All credits</TextLink>}>
      <div className="-mx-6 -mt-5 max-tablet:-mx-gutter max-tablet:-mt-4">
        <EntriesTable caption="Entry of the ledger" whole entries={[describeEntry(entry, viewTitle)]} />
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

const UNNAMED = "an unnamed company";

/** Returns a text such as `Quorvane: Series A, $12.0m`. */
function chargedRecordTitle(charged: ChargedRecord): string {
  switch (charged.feed) {
    case "funding": {
      const { company, round } = charged.record;
      const title = round ? listedTitle(ROUNDS, round) : "round not stated";
      return `${company?.name ?? UNNAMED}: ${title}${amountText(compactMoney(roundMoney(charged.record)))}`;
    }
    case "acquisitions": {
      const { acquirer, target, isMerger } = charged.record;
      const verb = isMerger ? "merges with" : "acquires";
      const price = amountText(compactMoney(dealMoney(charged.record)));
      return `${acquirer?.name ?? UNNAMED} ${verb} ${target?.name ?? UNNAMED}${price}`;
    }
    case "execMoves": {
      const { person, role, company, fromCompany } = charged.record;
      const at = company ?? fromCompany;
      return [person?.name ?? "Somebody", role, at?.name].filter(Boolean).join(", ");
    }
    default:
      return charged.record.name ?? "a record without a name";
  }
}

function amountText(amount: string | undefined): string {
  return amount === undefined ? "" : `, ${amount}`;
}
