import { describe, expect, it } from "vitest";
import { cutHistory } from "./cut-history";
import type { Entry, History } from "./history";
import { compareWithLedger } from "./ledger-check";
import { makeAttempt as attempt, makeEntry as entry, makeAccount } from "./testing";

const KEYED = makeAccount("keyed", { keyed: true });
const SINGLE = makeAccount("single");
const INSTANT = { from: 100, to: 101 };

function makeHistory(given: Partial<History>): History {
  return { accounts: [KEYED, SINGLE], attempts: [], keyed: [], ...given };
}

/** Returns the titles of the checks that fail after the cut. */
function failing(entries: readonly Entry[], given: Partial<History>): string[] {
  const checks = compareWithLedger(entries, cutHistory(makeHistory(given), INSTANT).history);
  return checks.flatMap(({ title, contradictions }) => (contradictions.length > 0 ? [title] : []));
}

describe("a history that is cut at an instant", () => {
  it("requires the charge of each page that was received before", () => {
    const attempts = [attempt(SINGLE, "before", { used: 2, startedAt: 90, endedAt: 100 })];
    expect(failing([entry(SINGLE, "before", 2)], { attempts })).toEqual([]);
    expect(failing([], { attempts })).toEqual(["every other page was charged for its records"]);
  });

  it("allows the charge of a request in progress, once, unless its response denies it", () => {
    const attempts = [attempt(SINGLE, "during", { used: 2, startedAt: 99, endedAt: 110 })];
    expect(failing([], { attempts })).toEqual([]);
    expect(failing([entry(SINGLE, "during", 2)], { attempts })).toEqual([]);
    expect(failing([entry(SINGLE, "during", 2), entry(SINGLE, "during", 2)], { attempts })).toEqual([
      "no request is charged twice, and none that nobody sent",
    ]);
    const denied = attempts.map((one) => ({ ...one, status: 503, code: "SERVICE_UNAVAILABLE", used: 0 }));
    expect(failing([entry(SINGLE, "during", 2)], { attempts: denied })).toEqual([
      "no request is charged whose response reports no charge",
    ]);
  });

  it("has no request that began after it", () => {
    const later = attempt(SINGLE, "after", { used: 2, startedAt: 101, endedAt: 110 });
    expect(cutHistory(makeHistory({ attempts: [later] }), INSTANT).later).toEqual([later]);
    expect(failing([entry(SINGLE, "after", 2)], { attempts: [later] })).toEqual([
      "no request is charged twice, and none that nobody sent",
    ]);
  });

  it("allows the charge of a request with a key from its first attempt to its response", () => {
    const title = "every request with a key was charged for the records it received";
    const first = attempt(KEYED, null, { key: "k", status: 0, startedAt: 90, endedAt: 95 });
    const end = (endedAt: number) => {
      const response = attempt(KEYED, "last", { key: "k", used: 3, startedAt: endedAt - 5, endedAt });
      return { attempts: [first, response], keyed: [{ account: KEYED, response }] };
    };
    const charge = entry(KEYED, "first", 3);
    expect(failing([charge], end(100))).toEqual([]);
    expect(failing([], end(100))).toEqual([title]);
    expect(failing([charge], end(120))).toEqual([]);
    expect(failing([], end(120))).toEqual([]);
    expect(failing([charge, charge], end(120))).toContain(title);
    const abandoned = { ...end(120), keyed: [{ account: KEYED, response: undefined }] };
    expect(failing([charge], abandoned)).toEqual([]);
    expect(failing([charge, charge], abandoned)).toContain(title);
    const { attempts, keyed } = end(120);
    expect(failing([charge], { attempts: attempts.slice(1), keyed })).toContain(title);
  });
});
