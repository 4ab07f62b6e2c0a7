/** Describes an entry of the ledger as the tables of entries show it. */
import { DASHBOARD_KEY } from "@dealflow/contract/account/keys";
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { WEBHOOK_CHARGE_ENDPOINT } from "@dealflow/contract/webhook-events";
import { buyerTitle, endpointTitle, refundReason } from "@/components/shell/endpoint-titles";

export const CREDITS_PAGE = "/credits";

/** @param viewTitle names the page of an address */
export function describeEntry(entry: AccountLedgerEntry, viewTitle: (address: string) => string) {
  return {
    ...entry,
    key: entry.id,
    client: buyerTitle(entry),
    endpoint: endpointTitle(entry.endpoint),
    address: entry.view,
    view: entry.view === null ? null : viewTitle(entry.view),
    // A refund links to the record that was reported, or to the page that it was bought for.
    reason: [refundReason(entry.endpoint), entry.note].filter(Boolean).join(": ") || undefined,
  };
}

/** Clients of the API and of MCP keep nothing of what they are charged for. */
export function hasBought({ records, person, client, endpoint }: AccountLedgerEntry): boolean {
  const isDashboard = person !== null && client === DASHBOARD_KEY;
  return records > 0 && (isDashboard || endpoint === WEBHOOK_CHARGE_ENDPOINT);
}
