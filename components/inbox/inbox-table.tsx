import { actionsColumn, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useNow } from "@/components/shell/clock";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/price-tag";
import { TEXT_LINK } from "@/components/ui/text-link";
import type { OpenRecord } from "@/lib/client/open-record";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { cn } from "@/lib/cn";
import type { InboxItem } from "@/lib/contract/account-inbox";
import type { EventFeedName } from "@/lib/contract/feeds";
import { exactTime, shortDate } from "@/lib/format/dates";
import { exactPrice, FREE } from "@/lib/format/price";
import { KIND_TITLES } from "./kind-titles";

export interface InboxRow extends InboxItem {
  readonly unread: boolean;
  /** Undefined: not owned in this browser. */
  readonly owned: PurchasedRecord<EventFeedName> | undefined;
}

interface Options {
  opened: OpenRecord;
  /** Nothing can be bought now. */
  disabled: boolean;
  /** The record that is being bought. */
  pending: string | undefined;
  onOpen: (row: InboxRow) => void;
}

/** The new events, each with why it is here and the price of opening it. */
export function InboxTable({ rows, ...options }: Options & { rows: readonly InboxRow[] }) {
  return (
    <SimpleTable
      caption="New events"
      stacked="tablet"
      rowTestId="inbox-item"
      rows={rows}
      rowId={({ position }) => String(position)}
      columns={inboxColumns(useNow(), options)}
    />
  );
}

function inboxColumns(now: Date, { opened, disabled, pending, onOpen }: Options): readonly SimpleColumn<InboxRow>[] {
  return [
    {
      id: "company",
      header: "Company",
      meta: { className: "max-w-72 truncate", line: true },
      cell: ({ row: { original } }) => <Company row={original} open={original.recordId === opened.open} />,
    },
    { id: "kind", header: "Event", cell: ({ row }) => KIND_TITLES[row.original.feed] },
    {
      id: "announced",
      header: "Announced",
      meta: { prefix: "Announced" },
      cell: ({ row: { original } }) => <Time iso={original.announcedAt} now={now} />,
    },
    {
      id: "added",
      header: "Added",
      meta: { prefix: "Added" },
      cell: ({ row: { original } }) => <Time iso={original.addedAt} now={now} />,
    },
    {
      id: "matched",
      header: "Matched",
      meta: { line: true, className: "tablet:w-2/5 tablet:max-w-0 tablet:truncate" },
      cell: ({ row: { original } }) => matchWords(original),
    },
    actionsColumn<InboxRow>((row) => (
      <PriceTag
        price={row.owned === undefined ? exactPrice(1) : FREE}
        busy={pending === row.recordId}
        disabled={disabled && row.owned === undefined}
        onClick={() => onOpen(row)}
      >
        Open<span className="sr-only">{` ${KIND_TITLES[row.feed].toLowerCase()} of ${row.company.name}`}</span>
      </PriceTag>
    )),
  ];
}

function Company({ row: { company, unread }, open }: { row: InboxRow; open: boolean }) {
  return (
    <span className={cn("inline-flex max-w-full items-center gap-2", !unread && !open && "font-regular")}>
      <span
        className={cn("size-[7px] flex-none rounded-full", unread && "bg-accent")}
        data-testid={unread ? "unread" : undefined}
      >
        {unread && <span className="sr-only">Unread</span>}
      </span>
      <span className="truncate">
        {company.id === null ? (
          company.name || "Company not stated"
        ) : (
          <Link className={cn(TEXT_LINK, "text-inherit")} href={companyAddress(company.id)}>
            {company.name}
          </Link>
        )}
      </span>
    </span>
  );
}

function Time({ iso, now }: { iso: string; now: Date }) {
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {shortDate(iso, now)}
    </time>
  );
}

/** `Seed in Europe, Watchlist`. */
function matchWords({ matches }: InboxItem): string {
  const views = matches.filter(({ viewId }) => viewId !== null).map(({ name }) => name);
  return [...views, ...(views.length < matches.length ? ["Watchlist"] : [])].join(", ");
}
