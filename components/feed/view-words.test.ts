import { TIMELINE_ENDPOINT } from "@dealflow/contract/timeline";
import { webhooksAddress } from "@dealflow/contract/webhook-events";
import { expect, it } from "vitest";
import { endpointTitle } from "@/components/shell/endpoint-titles";
import { viewTitle } from "./view-words";

const NOW = new Date("2026-11-21T12:00:00Z");

it("calls a view by its page and its filters", () => {
  expect(viewTitle("/funding", NOW)).toBe("Funding");
  expect(viewTitle("/funding?round=seed&round=series-a&countries=US&minAmountUsd=5000000", NOW)).toBe(
    "Funding: Seed, Series A, US, from $5m",
  );
  expect(viewTitle("/companies/01a1", NOW)).toBe("Company");
  expect(viewTitle(webhooksAddress(["hooks.example", "CRM & more"]), NOW)).toBe("CRM & more, hooks.example");
  expect(viewTitle("/reference", NOW)).toBe("API reference");
  expect(viewTitle("/gone?x=1", NOW)).toBe("/gone?x=1");
});

it("calls an endpoint by its page, and what has none by its name", () => {
  expect(
    [
      "exec_moves.list",
      TIMELINE_ENDPOINT,
      "credits.grant",
      "credits.refund.wrong",
      "credits.refund.operator",
      "credits.correction",
      "x.list",
    ].map(endpointTitle),
  ).toEqual(["Exec moves", "Timelines", "Grant", "Refund", "Refund", "Correction", "x.list"]);
});
