/** Makes parts of histories for tests. */
import type { Account } from "../faults/accounts";
import type { Attempt } from "../faults/requests";
import type { Entry } from "./history";

export function makeAccount(name: string, given: Partial<Account> = {}): Account {
  return {
    ...{ name, workspaceId: name, keyed: false, through: "key", credits: 100, headers: {}, monthlyBudget: undefined },
    ...given,
  };
}

/** Makes a purchase that was served and charged nothing now, which is a replay, unless other facts are given. */
export function makeAttempt(account: Account, requestId: string | null, given: Partial<Attempt> = {}): Attempt {
  return {
    ...{ account, f: "purchase", path: "/v1/funding-events", key: undefined, requestId, startedAt: 0, endedAt: 1 },
    ...{ status: 200, code: "", message: "", used: 0, records: [] },
    ...{ retryAfter: false, wrong: undefined, balance: undefined },
    ...given,
  };
}

export function makeEntry({ workspaceId }: Account, requestId: string, credits: number): Entry {
  return { workspaceId, requestId, credits, month: "2026-11" };
}
