import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { actionsColumn, numberColumn, type SimpleColumn } from "@/components/data-table/simple-table";
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
    {
      id: "time",
      header: "Time (UTC)",
      cell: ({ row: { original } }) => (
        <time dateTime={original.at} className="font-regular">
          {original.at.slice(0, 10)} {original.at.slice(11, 19)}
        </time>
      ),
    },
    {
      id: "what",
      header: "What",
      meta: { line: true, className: "whitespace-normal! wrap-anywhere" },
      cell: ({ row: { original } }) => <What of={original} />,
    },
    {
      id: "who",
      header: "Person or client",
      meta: { className: "max-w-56 truncate" },
      cell: ({ row }) => buyerTitle(row.original) ?? NONE,
    },
    numberColumn("records", "Records", ({ records }) => (records > 0 ? count(records) : "–")),
    {
      id: "credits",
      header: "Credits",
      meta: { align: "end", prefix: "Credits" },
      cell: ({ row }) => <span className="text-text-1">{signedCount(row.original.delta)}</span>,
    },
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
