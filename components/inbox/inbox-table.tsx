import type { InboxItem } from "@dealflow/contract/account/inbox";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { EVENT_TITLES } from "@/components/feed/record/event-titles";
import { previewWords } from "@/components/feed/record/preview-words";
import { dayColumn, When } from "@/components/shell/when";
import { TextLink } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { OpenRecord } from "@/lib/client/address";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { cn } from "@/lib/cn";
import { exactPrice, FREE } from "@/lib/format/price";

export interface InboxRow extends InboxItem {
  readonly unread: boolean;
}

interface Options {
  opened: OpenRecord;
  /** It is true while nothing can be bought. */
  disabled: boolean;
  /** The item at this position is being bought. */
  pending: number | undefined;
  onOpen: (row: InboxRow) => void;
}

export function InboxTable({ rows, ...options }: Options & { rows: readonly InboxRow[] }) {
  return (
    <SimpleTable
      caption="New events"
      stacked="tablet"
      rowTestId="inbox-item"
      rows={rows}
      rowId={({ position }) => String(position)}
      columns={inboxColumns(options)}
    />
  );
}

/** Next to a sheet these columns have no room. */
const WIDE = "tablet:@max-[900px]:hidden";
const TEXT = "max-w-72 truncate tablet:@max-[900px]:w-1/2 tablet:@max-[900px]:max-w-0";

function inboxColumns({ opened, disabled, pending, onOpen }: Options): readonly SimpleColumn<InboxRow>[] {
  return [
    column("what", "Company", { className: TEXT, line: true }, (row) => <What row={row} open={isOpen(row, opened)} />),
    column("kind", "Event", { className: `${TEXT} sheet:max-w-120` }, eventWords),
    dayColumn(
      "announced",
      "Announced",
      ({ record, preview }) => record?.announcedAt ?? preview?.record.announcedAt ?? null,
    ),
    column("added", "Added", { prefix: "Added", className: WIDE }, ({ addedAt }) => <When at={addedAt} />),
    column(
      "matched",
      "Matched",
      { line: true, className: `tablet:w-2/5 tablet:max-w-0 tablet:truncate ${WIDE}` },
      matchWords,
    ),
    actionsColumn<InboxRow>((row) => {
      return (
        <PriceTag
          price={row.owned ? FREE : exactPrice(1)}
          busy={pending === row.position}
          disabled={disabled && !row.owned}
          onClick={() => onOpen(row)}
        >
          {row.owned ? "Open" : "Reveal"}
          <span className="sr-only">{` ${EVENT_TITLES[row.feed].toLowerCase()}: ${itemWords(row)}`}</span>
        </PriceTag>
      );
    }),
  ];
}

function isOpen({ owned, record }: InboxRow, { open }: OpenRecord): boolean {
  return owned && record !== null && record.id === open;
}

/** Names the company or person where that is known, otherwise describes the event. */
function itemWords({ feed, preview, record }: InboxRow): string {
  if (record !== null) return record.company.name || "Company not stated";
  return preview === null ? "No longer available" : previewWords(feed, preview) || "Company not shown";
}

/** Says what is known of a named record; that of another one stands in place of its name. */
function eventWords({ feed, preview, record }: InboxRow): string {
  const words = record === null || preview === null ? "" : previewWords(feed, preview, record.amountUsd);
  return `${EVENT_TITLES[feed]}${words && `: ${words}`}`;
}

function What({ row, open }: { row: InboxRow; open: boolean }) {
  const { unread, record } = row;
  const companyId = record?.company.id ?? null;
  return (
    <span className={cn("inline-flex max-w-full items-center gap-2", !unread && !open && "font-regular")}>
      <span
        className={cn("forced-color-adjust-none size-[7px] flex-none rounded-full", unread && "bg-accent")}
        data-testid={unread ? "unread" : undefined}
      >
        {unread && <span className="sr-only">Unread</span>}
      </span>
      <span className="truncate">
        {companyId === null ? (
          itemWords(row)
        ) : (
          <TextLink className="text-inherit" href={companyAddress(companyId)}>
            {itemWords(row)}
          </TextLink>
        )}
      </span>
    </span>
  );
}

/** The result looks like `Seed in Europe, Watchlist`. */
function matchWords({ matches }: InboxItem): string {
  const views = matches.filter(({ viewId }) => viewId !== null).map(({ name }) => name);
  return [...views, ...(views.length < matches.length ? ["Watchlist"] : [])].join(", ");
}
