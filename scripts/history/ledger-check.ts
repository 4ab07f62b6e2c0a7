/** Compares the history of a run, which is what clients received, with the ledger. */

import { BUDGET_REACHED, CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import type pg from "pg";
import { pushTo } from "@/service/ingest/write/keys";
import type { Attempt } from "../faults/requests";
import { type Entry, type History, isUnknown, type Keyed } from "./history";
import { findOwnershipErrors, type OwnedRecord } from "./ownership";

/** A check has a title, and its contradictions in words. */
export interface Check {
  readonly title: string;
  readonly contradictions: readonly string[];
}

/** Balances and running totals are 64-bit numbers, which the driver gives as texts. */
const SUMS = `
select w.name, w.balance::float8 as balance, coalesce(sum(l.delta), 0)::float8 as ledger
from workspaces w left join ledger l on l.workspace_id = w.id group by w.id order by w.name`;

/** Selects entries whose sequence or balance does not follow from the entry before. */
const OUT_OF_SEQUENCE = `
select w.name, l.sequence::float8 as sequence
from (
  select workspace_id, sequence, row_number() over each_workspace as position, balance_after, sum(delta) over each_workspace as balance
  from ledger window each_workspace as (partition by workspace_id order by sequence)
) l join workspaces w on w.id = l.workspace_id
where l.sequence <> l.position or l.balance_after <> l.balance or (l.sequence > w.ledger_sequence) order by w.name, l.sequence`;

/** Selects the use of each workspace and of its one member. */
const BUDGETS = `
select w.name, w.used_month::float8 as workspace, m.used_month::float8 as member, coalesce(-sum(l.delta), 0)::float8 as ledger
from workspaces w join members m on m.workspace_id = w.id
left join ledger l on l.workspace_id = w.id and l.person_id is not null and l.delta < 0
  and l.at >= date_trunc('month', w.used_on::timestamp) at time zone 'UTC'
group by w.id, m.user_id, m.used_month order by w.name`;

/** @param paysOnce records that people bought are theirs, so that they pay for them once */
export async function checkLedger(
  client: pg.Client,
  log: History,
  { paysOnce }: { readonly paysOnce: boolean },
): Promise<{ checks: Check[]; lines: string[]; entries: readonly Entry[] }> {
  const sums = await client.query<{ name: string; balance: number; ledger: number }>(SUMS);
  const used = await client.query<{ name: string; workspace: number; member: number; ledger: number }>(BUDGETS);
  const unordered = await client.query<{ name: string; sequence: number }>(OUT_OF_SEQUENCE);
  const { rows: entries } = await client.query<Entry>(
    `select workspace_id as "workspaceId", request_id as "requestId", -delta::int as credits,
       to_char(at at time zone 'UTC', 'YYYY-MM') as month
     from ledger where delta < 0 order by workspace_id, sequence`,
  );
  const { rows: owned } = await client.query<OwnedRecord>(
    `select workspace_id as "workspaceId", record_id as id from purchased_records`,
  );
  return {
    checks: [
      {
        title: "the sum of the ledger is the balance in every workspace",
        contradictions: sums.rows.flatMap(({ name, balance, ledger }) =>
          balance === ledger && balance >= 0 ? [] : [`${name} has ${balance}, its ledger has ${ledger}`],
        ),
      },
      {
        title: "the entries of every workspace are in sequence, in the order of their balances",
        contradictions: unordered.rows.map(({ name, sequence }) => `${name}: the entry ${sequence} is out of order`),
      },
      {
        title: "budgets count what the ledger has",
        contradictions: used.rows.flatMap(({ name, workspace, member, ledger }) =>
          workspace === ledger && member === ledger
            ? []
            : [`${name} used ${ledger}; counted for the workspace ${workspace}, for its member ${member}`],
        ),
      },
      ...compareWithLedger(entries, log),
      ...(paysOnce
        ? [
            {
              title: "what a workspace owns only grows, and is charged once",
              contradictions: findOwnershipErrors(log, entries, owned),
            },
          ]
        : []),
      { title: "every page has as many records as it reports credits", contradictions: findWrongCounts(log, paysOnce) },
    ],
    lines: [summary(entries, log)],
    entries,
  };
}

/** Compares the responses of clients with the entries of the ledger that took credits. */
export function compareWithLedger(entries: readonly Entry[], log: History): Check[] {
  const index = new LedgerIndex(entries, log);
  return [
    { title: "every request with a key was charged for the records it received", contradictions: index.keyed() },
    { title: "every other page was charged for its records", contradictions: index.served() },
    { title: "no request is charged whose response reports no charge", contradictions: index.falselyDenied() },
    { title: "no request is charged twice, and none that nobody sent", contradictions: index.unexplained() },
    {
      title: "a request that began after another had its response has a lower balance",
      contradictions: findOutOfOrder(log),
    },
    { title: "no order of the charges exceeds a budget", contradictions: findExceededBudgets(entries, log) },
    {
      title: "every request gets a response, or its connection ends",
      contradictions: log.attempts.flatMap(({ f, status, account }) =>
        status === null && f === "purchase" ? [`a request of ${account.name} had no response within 30 s`] : [],
      ),
    },
  ];
}

/** A person gets owned records without paying for them again. */
function findWrongCounts({ attempts }: History, paysOnce: boolean): string[] {
  return attempts.flatMap(({ f, status, account, records, used, wrong, requestId }) => {
    if (wrong !== undefined) return [`${requestId}: ${wrong}`];
    if (f === "read" || status !== 200 || records.length === used) return [];
    const isOwnedInPart = paysOnce && account.through === "session" && records.length > used;
    return isOwnedInPart ? [] : [`${requestId}: ${records.length} records for ${used} credits`];
  });
}

function summary(entries: readonly Entry[], { attempts, keyed }: History): string {
  const charged = new Set(entries.map(({ requestId }) => requestId));
  const single = attempts.filter(({ account }) => !account.keyed);
  const unknown = single.filter(({ code }) => code === CHARGE_UNKNOWN);
  const ofThem = unknown.filter(({ requestId }) => requestId !== null && charged.has(requestId)).length;
  const lost = single.filter(({ requestId }) => requestId === null).length;
  const reached = attempts.filter(({ code }) => code === BUDGET_REACHED).length;
  return (
    `Without a key ${unknown.length} got a response that they may have been charged (${ofThem} were), ${lost} lost their connection; ` +
    `${keyed.length} requests with a key; ${entries.length} charges; ${reached} refused by a budget`
  );
}

/** Nobody gets credits meanwhile, so in real time the balances of a workspace only fall. */
function findOutOfOrder({ accounts, attempts }: History): string[] {
  return accounts.flatMap(({ name, workspaceId }) => {
    const charged = attempts.flatMap(({ account, balance, startedAt, endedAt }) =>
      account.workspaceId === workspaceId && balance !== undefined ? [{ balance, startedAt, endedAt }] : [],
    );
    const begun = charged.toSorted((a, b) => a.startedAt - b.startedAt);
    const ended = charged.toSorted((a, b) => a.endedAt - b.endedAt);
    let [index, lowest] = [0, Number.POSITIVE_INFINITY];
    return begun.flatMap(({ balance, startedAt }) => {
      for (let next = ended[index]; next !== undefined && next.endedAt < startedAt; next = ended[++index])
        lowest = Math.min(lowest, next.balance);
      return balance < lowest ? [] : [`${name}: a balance of ${balance} after one of ${lowest}`];
    });
  });
}

/** Charges are never taken back here, so their sum in a month is the most that was used of its budget at any time. */
function findExceededBudgets(entries: readonly Entry[], { accounts }: History): string[] {
  return accounts.flatMap(({ name, workspaceId, monthlyBudget }) => {
    if (monthlyBudget === undefined) return [];
    const own = entries.filter((entry) => entry.workspaceId === workspaceId);
    return [...new Set(own.map(({ month }) => month))].flatMap((month) => {
      const used = own.reduce((sum, entry) => sum + (entry.month === month ? entry.credits : 0), 0);
      return used <= monthlyBudget ? [] : [`${name} used ${used} of ${monthlyBudget} in ${month}`];
    });
  });
}

class LedgerIndex {
  readonly #byRequest = new Map<string, Entry[]>();

  constructor(
    private readonly entries: readonly Entry[],
    private readonly log: History,
  ) {
    for (const entry of entries) pushTo(this.#byRequest, entry.requestId, entry);
  }

  /**
   * Compares all charges of a workspace with all of its responses, because it is not known which attempt was charged.
   */
  keyed(): string[] {
    return this.log.accounts
      .filter(({ keyed }) => keyed)
      .flatMap(({ name, workspaceId }) => {
        const requests = this.log.keyed.filter(({ account }) => account.workspaceId === workspaceId);
        const abandoned = requests.filter(({ response }) => response === undefined).length;
        const received = countSizes(requests);
        const unfinished = this.#unfinished(workspaceId);
        const later = countSizes(unfinished);
        const charged = countValues(this.#of(workspaceId).map(({ credits }) => credits));
        const sizes = [...new Set([...received.keys(), ...charged.keys()])].map((size) => {
          const [responses, charges] = [received.get(size) ?? 0, charged.get(size) ?? 0];
          return { size, responses, charges, excess: charges - responses - (later.get(size) ?? 0) };
        });
        // Nobody knows the size of a request that never had a response.
        const unknown = unfinished.filter(({ response }) => response === undefined).length;
        const isExplained = sizes.reduce((sum, { excess }) => sum + Math.max(excess, 0), 0) <= unknown;
        return [
          ...(abandoned > 0 ? [`${name}: ${abandoned} requests never had a response`] : []),
          ...sizes.flatMap(({ size, responses, charges, excess }) => {
            return charges >= responses && (excess <= 0 || isExplained)
              ? []
              : [`${name}: ${responses} responses with ${size} records, ${charges} charges of ${size} credits`];
          }),
        ];
      });
  }

  served(): string[] {
    return this.#unkeyed()
      .filter(({ status, f }) => status === 200 && f === "purchase")
      .flatMap(({ requestId, used }) => {
        const charged = this.#charged(requestId);
        return charged === used ? [] : [`${requestId} received ${used} and was charged ${charged}`];
      });
  }

  falselyDenied(): string[] {
    return this.log.attempts
      .filter((attempt) => attempt.status !== 200 && !isUnknown(attempt))
      .flatMap(({ requestId, status, code, account }) => {
        const charged = this.#charged(requestId);
        return charged === 0 ? [] : [`${account.name}: ${requestId} got ${status} ${code} and was charged ${charged}`];
      });
  }

  /** Returns charges that no response reported, as far as requests whose connection broke do not explain them. */
  unexplained(): string[] {
    const twice = [...this.#byRequest].flatMap(([id, entries]) =>
      entries.length > 1 ? [`${id} has ${entries.length} entries`] : [],
    );
    const responded = new Set(this.log.attempts.map(({ requestId }) => requestId));
    const strange = this.log.accounts
      .filter(({ keyed }) => !keyed)
      .flatMap(({ name, workspaceId }) => {
        const entries = this.#of(workspaceId).filter(({ requestId }) => !responded.has(requestId)).length;
        const lost = this.#lost(workspaceId);
        return entries <= lost ? [] : [`${name}: ${entries} charges that no response reported, ${lost} requests lost`];
      });
    return [...twice, ...strange];
  }

  #unfinished(workspaceId: string): Keyed[] {
    return (this.log.unfinished ?? []).filter(({ account }) => account.workspaceId === workspaceId);
  }

  #unkeyed(): Attempt[] {
    return this.log.attempts.filter(({ account }) => !account.keyed);
  }

  #of(workspaceId: string): Entry[] {
    return this.entries.filter((entry) => entry.workspaceId === workspaceId);
  }

  #charged(requestId: string | null): number {
    return (this.#byRequest.get(requestId ?? "") ?? []).reduce((sum, { credits }) => sum + credits, 0);
  }

  #lost(workspaceId: string): number {
    return this.#unkeyed().filter(({ account, requestId }) => account.workspaceId === workspaceId && requestId === null)
      .length;
  }
}

function countSizes(requests: readonly Keyed[]): Map<number, number> {
  return countValues(requests.flatMap(({ response }) => (response?.used ? [response.used] : [])));
}

function countValues(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
