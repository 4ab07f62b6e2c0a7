/** Lists the entries of a ledger, or receipts, as a table by days. */

import { isViewAddress } from "@dealflow/contract/account/spending/credits";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { RequestId } from "@/components/feed/record/request-id";
import { Link, TextLink } from "@/components/ui/link";
import { cn } from "@/lib/cn";
import { count, signedCount } from "@/lib/format/counts";
import { exactTime, longDate } from "@/lib/format/dates";

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly requestId: string | null;
  /** This is the title of the endpoint, not its path. */
  readonly endpoint: string;
  /** It was bought for the page with this address and title. */
  readonly address: string | null;
  readonly view: string | null;
  /** An operator gave this reason for the entry. It is shown in full in place of the title. */
  readonly reason?: string | undefined;
  readonly client?: string | null;
  readonly records?: number;
  readonly delta: number;
  /** The page of what it bought has this address. */
  readonly charge?: string | undefined;
  /** The balance is null where the response did not contain it. */
  readonly balance: number | null;
}

const CUT = "overflow-hidden text-ellipsis";

const TIME = column<Entry>("time", "Time", { className: "w-25" }, (row) => (
  <span title={exactTime(row.at)}>{row.at.slice(11, 19)}</span>
));
const REQUEST = column<Entry>("request", "Request", { className: "w-31 max-tablet:hidden" }, (row) =>
  row.requestId === null ? "–" : <RequestId id={row.requestId} />,
);
const ENDPOINT = column<Entry>(
  "endpoint",
  "Endpoint",
  { className: `tablet:w-26 max-tablet:h-row-touch! ${CUT}` },
  (row) => (
    <>
      <span className="text-text-1">{row.endpoint}</span>
      <span className={cn("block text-12 tablet:hidden", row.reason ? "whitespace-normal py-1" : "truncate")}>
        {row.reason ?? [row.view, row.client].filter(Boolean).join(", ")}
      </span>
    </>
  ),
);
const VIEW = column<Entry>("view", "View", { className: `max-tablet:hidden ${CUT}` }, (row) => {
  const { address, reason } = row;
  const text = reason ?? row.view;
  const own = reason && "block whitespace-normal py-1";
  if (text === null) return "–";
  if (address === null || !isViewAddress(address)) return reason ? <span className={own}>{reason}</span> : "–";
  return (
    // The page shows cached rows of the view, or its price: a link of this page buys nothing.
    <Link
      href={address}
      className={cn("focus-ring rounded-1 hover:text-accent-text hover:underline", own)}
      title={text}
    >
      {text}
    </Link>
  );
});
const CREDITS = column<Entry>("credits", "Credits", { align: "end", className: "w-[74px]" }, (row) =>
  row.charge === undefined ? (
    <span className="text-text-1">{signedCount(row.delta)}</span>
  ) : (
    <TextLink href={row.charge} title="Show the records that it bought">
      {signedCount(row.delta)}
    </TextLink>
  ),
);
const BALANCE = column<Entry>("balance", "Balance", { align: "end", className: "w-23" }, (row) =>
  row.balance === null ? "–" : count(row.balance),
);

const RECEIPT_COLUMNS = [TIME, REQUEST, ENDPOINT, VIEW, CREDITS, BALANCE];
const LEDGER_COLUMNS: readonly SimpleColumn<Entry>[] = [
  TIME,
  REQUEST,
  ENDPOINT,
  VIEW,
  column("client", "Person or client", { className: `w-41 max-panel:hidden ${CUT}` }, (row) => row.client ?? "–"),
  column("records", "Records", { align: "end", className: "w-[74px] max-panel:hidden" }, (row) => (
    <span className="text-text-1">{row.records ? count(row.records) : "–"}</span>
  )),
  CREDITS,
  BALANCE,
];

interface Props {
  caption: string;
  entries: readonly Entry[];
  /** Adds the columns that only a ledger has: client and records. */
  whole?: boolean;
}

export function EntriesTable({ caption, entries, whole = false }: Props) {
  return (
    <SimpleTable
      caption={caption}
      columns={whole ? LEDGER_COLUMNS : RECEIPT_COLUMNS}
      rows={entries}
      rowId={({ key }) => key}
      section={({ at }) => longDate(at.slice(0, 10))}
      rowTestId="ledger-entry"
      dense
      className={`table-fixed ${whole ? "tablet:[&_:is(th,td):first-child]:pl-6 tablet:[&_:is(th,td):last-child]:pr-6" : ""}`}
    />
  );
}
