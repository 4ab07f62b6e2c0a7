import type { AccountUsage } from "@dealflow/contract/account/spending/credits";
import { expect, it } from "vitest";
import { getPace } from "./pace";

function usage(credits: number): AccountUsage {
  const days = credits === 0 ? [] : [{ day: "2026-11-18", credits, requests: 1 }];
  return { from: "2026-10-22", to: "2026-11-20", days, endpoints: [], clients: [], people: [], views: [] };
}

it("counts working days of the requested time", () => {
  expect(getPace(usage(2_434), 8_412, "2026-01-01T00:00:00Z")).toEqual({ aWorkingDay: 111, workingDaysLeft: 75 });
});

it("counts none before the account was there", () => {
  // The days are Wednesday 18 to Friday 20 November.
  expect(getPace(usage(300), 1_000, "2026-11-18T09:00:00Z")).toEqual({ aWorkingDay: 100, workingDaysLeft: 10 });
});

it("returns nothing for an account that used nothing, and never divides by 0", () => {
  expect(getPace(usage(0), 1_000, null)).toBeUndefined();
  const weekend: AccountUsage = { ...usage(10), from: "2026-11-21", to: "2026-11-22" };
  expect(getPace(weekend, 100, null)).toEqual({ aWorkingDay: 10, workingDaysLeft: 10 });
  expect(getPace(usage(1), 0, null)).toEqual({ aWorkingDay: 1, workingDaysLeft: 0 });
});
