import { describe, expect, it } from "vitest";
import type { Attempt } from "../faults/requests";
import { findOwnershipErrors } from "./ownership";
import { makeAccount, makeAttempt, makeEntry } from "./testing";

const PERSON = makeAccount("Acme", { through: "session" });

const bought = (startedAt: number, endedAt: number, records: readonly string[], used = records.length) =>
  makeAttempt(PERSON, `at ${startedAt}`, { startedAt, endedAt, records, used, ...(used > 0 ? { balance: 9 } : {}) });
const listed = (startedAt: number, endedAt: number, records: readonly string[]) =>
  makeAttempt(PERSON, `at ${startedAt}`, { f: "read", path: "/list", startedAt, endedAt, records });

/** @param ids what is owned at the end */
function findErrors(attempts: readonly Attempt[], credits: number, ids: readonly string[]): string[] {
  const history = { accounts: [PERSON], attempts, keyed: [] };
  const owned = ids.map((id) => ({ workspaceId: PERSON.workspaceId, id }));
  return findOwnershipErrors(history, [makeEntry(PERSON, "all", credits)], owned);
}

describe("the check of ownership", () => {
  it("passes when each record is paid for once, also when nobody knows who paid first", () => {
    const attempts = [
      listed(0, 1, []),
      bought(0, 10, ["a", "b"]),
      // Both run at the same time, and either may pay for "b".
      bought(5, 12, ["b", "c"], 1),
      listed(5, 6, ["a"]),
      listed(7, 8, ["a", "b"]),
      bought(13, 14, ["a", "c"], 0),
      // A replay repeats the credits of a response that was lost.
      makeAttempt(PERSON, "replay", { startedAt: 15, endedAt: 16, records: ["a", "b"], used: 2 }),
    ];
    expect(findErrors(attempts, 3, ["a", "b", "c"])).toEqual([]);
  });

  it("finds a record that is charged again", () => {
    const attempts = [bought(0, 1, ["a"]), bought(2, 3, ["a", "b"])];
    expect(findErrors(attempts, 2, ["a", "b"])).toEqual([
      "Acme: /v1/funding-events cost 2 credits for 1 records that were not owned",
    ]);
  });

  it("finds a record that was delivered and is not owned at the end", () => {
    expect(findErrors([bought(0, 1, ["a", "b"])], 1, ["a"])).toEqual(["Acme does not own b, which it received"]);
  });

  it("finds credits that bought nothing", () => {
    expect(findErrors([bought(0, 1, ["a"])], 2, ["a"])).toEqual(["Acme paid 2 credits for 1 records"]);
  });

  it("finds a list that shows less than an earlier one", () => {
    const attempts = [listed(0, 1, ["a"]), listed(2, 3, [])];
    expect(findErrors(attempts, 1, ["a"])).toEqual(["Acme: a later list of /list does not show a as owned"]);
  });
});
