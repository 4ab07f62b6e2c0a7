/** Entries of a ledger, or receipts, as a table by days. */

import { Fragment } from "react";
import { RequestId } from "@/components/feed/record/request-id";
import { Link } from "@/components/ui/link";
import { count } from "@/lib/format/counts";
import { exactTime, longDate } from "@/lib/format/dates";

export interface Entry {
  readonly key: string;
  /** ISO timestamp. */
  readonly at: string;
  readonly requestId: string | null;
  /** In words. */
  readonly endpoint: string;
  /** Of the page that it was bought for, and what that is called. */
  readonly address: string | null;
  readonly view: string | null;
  readonly client?: string | null;
  readonly records?: number;
  readonly delta: number;
  /** Null where the response did not contain it. */
  readonly balance: number | null;
}

const COLUMNS = ["time", "request", "endpoint", "view", "client", "records", "credits", "balance"] as const;

interface Props {
  caption: string;
  entries: readonly Entry[];
  /** With the columns that only a ledger has: client and records. */
  whole?: boolean;
}

export function EntriesTable({ caption, entries, whole = false }: Props) {
  const columns = COLUMNS.filter((column) => whole || (column !== "client" && column !== "records"));
  return (
    <table className="credits-table" data-whole={whole || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" data-column="time">
            Time
          </th>
          <th scope="col" data-column="request">
            Request
          </th>
          <th scope="col" data-column="endpoint">
            Endpoint
          </th>
          <th scope="col" data-column="view">
            View
          </th>
          {whole && (
            <th scope="col" data-column="client">
              Person or client
            </th>
          )}
          {whole && (
            <th scope="col" data-column="records">
              Records
            </th>
          )}
          <th scope="col" data-column="credits">
            Credits
          </th>
          <th scope="col" data-column="balance">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => {
          const before = entries[index - 1];
          return (
            <Fragment key={entry.key}>
              {before?.at.slice(0, 10) !== entry.at.slice(0, 10) && (
                <Day day={entry.at.slice(0, 10)} columns={columns} />
              )}
              <Row entry={entry} whole={whole} />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/* A cell for each column, because which of them are there depends on the width. */
function Day({ day, columns }: { day: string; columns: readonly string[] }) {
  return (
    <tr className="credits-day">
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column} scope="row" data-column={column}>
            {longDate(day)}
          </th>
        ) : (
          <td key={column} data-column={column} />
        ),
      )}
    </tr>
  );
}

function Row({ entry, whole }: { entry: Entry; whole: boolean }) {
  const { at, requestId, endpoint, address, view, client = null, records = 0, delta, balance } = entry;
  return (
    <tr data-testid="ledger-entry">
      <td data-column="time" title={exactTime(at)}>
        {at.slice(11, 19)}
      </td>
      <td data-column="request">{requestId === null ? "–" : <RequestId id={requestId} />}</td>
      <td data-column="endpoint">
        {endpoint}
        <span className="credits-second">{[view, client].filter(Boolean).join(", ")}</span>
      </td>
      <td data-column="view">
        {view === null || address === null ? (
          "–"
        ) : (
          // Shows what is cached of the view, or its price: a link of this page buys nothing.
          <Link href={address} className="credits-view focus-ring" title={view}>
            {view}
          </Link>
        )}
      </td>
      {whole && <td data-column="client">{client ?? "–"}</td>}
      {whole && <td data-column="records">{delta > 0 ? "–" : count(records)}</td>}
      <td data-column="credits">{delta > 0 ? `+${count(delta)}` : `−${count(-delta)}`}</td>
      <td data-column="balance">{balance === null ? "–" : count(balance)}</td>
    </tr>
  );
}
