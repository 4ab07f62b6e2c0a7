import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { actionsColumn, column, numberColumn, type SimpleColumn } from "@/components/data-table/simple-table";
import { buyerTitle, CORRECTION, endpointTitle, refundReason } from "@/components/shell/endpoint-titles";
import { Button } from "@/components/ui/button";
import { count, credits, signedCount } from "@/lib/format/counts";

/** Nothing stands for it in a stack of lines. */
const NONE = <span className="max-panel:hidden">–</span>;

interface Options {
  isRefunded: (entry: AccountLedgerEntry) => boolean;
  onRefund: (entry: AccountLedgerEntry) => void;
}

/** Shows entries as an operator needs them to explain a charge: with whole ids, and the address that was open. */
export function entryColumns({ isRefunded, onRefund }: Options): readonly SimpleColumn<AccountLedgerEntry>[] {
  return [
    column("time", "Time (UTC)", {}, (row) => (
      <time dateTime={row.at} className="font-regular">
        {row.at.slice(0, 10)} {row.at.slice(11, 19)}
      </time>
    )),
    column("what", "What", { line: true, className: "whitespace-normal! wrap-anywhere" }, (row) => <What of={row} />),
    column("who", "Person or client", { className: "max-w-56 truncate" }, (row) => buyerTitle(row) ?? NONE),
    numberColumn("records", "Records", ({ records }) => (records > 0 ? count(records) : "–")),
    column("credits", "Credits", { align: "end", prefix: "Credits" }, (row) => (
      <span className="text-text-1">{signedCount(row.delta)}</span>
    )),
    numberColumn("balance", "Balance", ({ balance }) => count(balance)),
    actionsColumn((entry) => {
      if (entry.delta >= 0 || entry.endpoint === CORRECTION.endpoint) return null;
      if (isRefunded(entry)) return <span className="text-12 text-text-2">Refunded</span>;
      const label = `Refund ${credits(-entry.delta)} of ${entry.at.slice(11, 19)}`;
      return (
        <Button variant="quiet" aria-label={label} onClick={() => onRefund(entry)}>
          Refund
        </Button>
      );
    }),
  ];
}

function What({ of: { endpoint, view, note, requestId } }: { of: AccountLedgerEntry }) {
  const reason = [refundReason(endpoint), note].filter(Boolean).join(": ");
  return (
    <>
      <span className="text-text-1">{endpointTitle(endpoint)}</span>
      {reason !== "" && <span className="block">{reason}</span>}
      {view !== null && <span className="block text-12">{view}</span>}
      {requestId !== null && <code className="block font-mono text-11 select-all">{requestId}</code>}
    </>
  );
}
