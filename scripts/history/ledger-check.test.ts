import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import { describe, expect, it } from "vitest";
import type { Entry, History } from "./history";
import { compareWithLedger } from "./ledger-check";
import { makeAttempt as attempt, makeEntry as entry, makeAccount } from "./testing";

const KEYED = makeAccount("keyed", { keyed: true });
const SINGLE = makeAccount("single");

/** Returns the titles of the checks that fail. */
function failing(entries: readonly Entry[], history: Partial<History>): string[] {
  const checks = compareWithLedger(entries, { accounts: [KEYED, SINGLE], attempts: [], keyed: [], ...history });
  return checks.flatMap(({ title, contradictions }) => (contradictions.length > 0 ? [title] : []));
}

describe("the ledger checks", () => {
  it("pass when every client got a correct response", () => {
    const response = attempt(KEYED, "replayed", { used: 3 });
    const attempts = [
      attempt(KEYED, null, { status: 0 }),
      response,
      attempt(SINGLE, "served", { used: 2 }),
      attempt(SINGLE, "refused", { status: 503, code: "SERVICE_UNAVAILABLE" }),
      attempt(SINGLE, "unknown", { status: 503, code: CHARGE_UNKNOWN }),
      attempt(SINGLE, null, { status: 0 }),
    ];
    const entries = [
      entry(KEYED, "of the lost attempt", 3),
      entry(SINGLE, "served", 2),
      entry(SINGLE, "unknown", 1),
      entry(SINGLE, "of the lost request", 5),
    ];
    expect(failing(entries, { attempts, keyed: [{ account: KEYED, response }] })).toEqual([]);
  });

  it("find a charge of a request whose response denied it", () => {
    const attempts = [attempt(SINGLE, "refused", { status: 503, code: "SERVICE_UNAVAILABLE" })];
    expect(failing([entry(SINGLE, "refused", 1)], { attempts })).toEqual([
      "no request is charged whose response reports no charge",
    ]);
  });

  it("find a page that was not charged, or not for its records", () => {
    const title = "every other page was charged for its records";
    const attempts = [attempt(SINGLE, "served", { used: 2 })];
    expect(failing([], { attempts })).toEqual([title]);
    expect(failing([entry(SINGLE, "served", 3)], { attempts })).toEqual([title]);
  });

  it("find a request with a key that was charged twice, for other records, or never got a response", () => {
    const title = "every request with a key was charged for the records it received";
    const response = attempt(KEYED, "responded", { used: 3 });
    const keyed = [{ account: KEYED, response }];
    expect(failing([entry(KEYED, "first", 3), entry(KEYED, "second", 3)], { keyed })).toEqual([title]);
    expect(failing([entry(KEYED, "first", 4)], { keyed })).toEqual([title]);
    expect(failing([], { keyed: [{ account: KEYED, response: undefined }] })).toEqual([title]);
  });

  it("find more charges than lost requests, and two charges of one request", () => {
    const title = "no request is charged twice, and none that nobody sent";
    expect(failing([entry(SINGLE, "no workspace's", 1)], {})).toEqual([title]);
    const attempts = [attempt(SINGLE, "unknown", { status: 503, code: CHARGE_UNKNOWN })];
    expect(failing([entry(SINGLE, "unknown", 1), entry(SINGLE, "unknown", 1)], { attempts })).toEqual([title]);
  });

  it("find charges that exceed a budget together, and count each month alone", () => {
    const accounts = [makeAccount("limited", { through: "session", monthlyBudget: 5 })];
    const charges = [3, 2].map((credits, index) => entry(SINGLE, `${index}`, credits));
    const own = charges.map((charge) => ({ ...charge, workspaceId: "limited" }));
    const attempts = own.map(({ requestId, credits }) => attempt(SINGLE, requestId, { used: credits }));
    const title = "no order of the charges exceeds a budget";
    const december = { ...entry(SINGLE, "2", 1), workspaceId: "limited", month: "2026-12" };
    expect(failing([...own, december], { accounts, attempts })).not.toContain(title);
    expect(failing([...own, { ...december, month: "2026-11" }], { accounts, attempts })).toContain(title);
  });

  it("find a balance that is not below that of an earlier response", () => {
    const title = "a request that began after another had its response has a lower balance";
    const bought = (startedAt: number, endedAt: number, balance: number) =>
      attempt(KEYED, `at ${startedAt}`, { used: 1, startedAt, endedAt, balance });
    const titles = (...attempts: ReturnType<typeof bought>[]) => failing([], { attempts });
    expect(titles(bought(0, 10, 98), bought(5, 8, 99), bought(11, 12, 97))).toEqual([]);
    expect(titles(bought(0, 10, 98), bought(11, 12, 99))).toEqual([title]);
    expect(titles(bought(0, 10, 98), bought(11, 12, 98))).toEqual([title]);
  });
});
