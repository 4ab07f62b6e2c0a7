/** These titles name what the entries of a ledger are for, and for whom. */
import { DASHBOARD_KEY } from "@dealflow/contract/account/keys";
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { FEED_NAMES, FEEDS } from "@dealflow/contract/feeds";
import { TIMELINE_ENDPOINT } from "@dealflow/contract/timeline";
import { WEBHOOK_CHARGE_ENDPOINT } from "@dealflow/contract/webhook-events";

const TIMELINES = { endpoint: TIMELINE_ENDPOINT, title: "Timelines" };
const DELIVERIES = { endpoint: WEBHOOK_CHARGE_ENDPOINT, title: "Webhooks" };
const GRANT = { endpoint: "credits.grant", title: "Grant" };
export const CORRECTION = { endpoint: "credits.correction", title: "Correction" };
/** An operator's refund has the reason in its note. */
const OPERATOR_REFUND = { endpoint: "credits.refund.operator", title: "Refund" };
/** Says why credits came back for a reported record. */
const REFUND_TITLES: Readonly<Record<string, string>> = {
  "credits.refund.wrong": "Reported as wrong",
  "credits.refund.duplicate": "Reported as duplicate",
};

/** The order is that of the sidebar. */
export const ENDPOINT_TITLES = [
  ...FEED_NAMES.map((name) => FEEDS[name]),
  TIMELINES,
  DELIVERIES,
  GRANT,
  OPERATOR_REFUND,
  CORRECTION,
];

export function endpointTitle(name: string): string {
  if (name in REFUND_TITLES) return "Refund";
  return ENDPOINT_TITLES.find(({ endpoint }) => endpoint === name)?.title ?? name;
}

/** Returns why the entry with this endpoint gave credits back for a reported record; undefined for any other entry. */
export function refundReason(name: string): string | undefined {
  return REFUND_TITLES[name];
}

/** Returns `Ines · Claude` for a person's MCP client; null for an entry that nobody bought. */
export function buyerTitle({ person, client }: Pick<AccountLedgerEntry, "person" | "client">): string | null {
  // A person's purchase here has the dashboard's own key, which is no information.
  const names = person !== null && client === DASHBOARD_KEY ? [person] : [person, client];
  return names.filter((name) => name !== null).join(" · ") || null;
}
