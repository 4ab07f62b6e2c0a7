import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { FEEDS } from "@dealflow/contract/feeds";
import { WEBHOOK_CHARGE_ENDPOINT } from "@dealflow/contract/webhook-events";
import { expect, it } from "vitest";
import { hasBought } from "./ledger-entry";

const ENTRY: AccountLedgerEntry = {
  ...{ id: "1", at: "2026-11-29T12:00:00.000Z", requestId: "2", endpoint: FEEDS.funding.endpoint, view: "/funding" },
  ...{ person: "Ada Quill", client: "Dashboard", records: 9, delta: -9, balance: 91, refundOf: null, note: null },
};

it("only the charges of people and of deliveries buy records that a workspace keeps", () => {
  expect(hasBought(ENTRY)).toBe(true);
  expect(hasBought({ ...ENTRY, person: null, view: null, endpoint: WEBHOOK_CHARGE_ENDPOINT })).toBe(true);
  expect(hasBought({ ...ENTRY, person: null, view: null, client: "A key" })).toBe(false);
  expect(hasBought({ ...ENTRY, view: null, client: "An MCP client" })).toBe(false);
  expect(hasBought({ ...ENTRY, records: 0, delta: 1, endpoint: "credits.refund.wrong" })).toBe(false);
});
