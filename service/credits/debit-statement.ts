/** The statements that admit and charge requests, and their result for each. */
import type pg from "pg";
import { type LiteralValue, withLiterals } from "@/service/store/literals";
import type { ExceededBudget } from "./budgets";
import { AllowanceUsedUp, BudgetReached, type Charge, type Charged, type RateLimit, type RecordKey } from "./charge";
import type { LockMode } from "./lock-waits";

/** The parts of a charge's statement that claim an idempotency key. A stored answer comes instead of a charge. */
const CLAIM = {
  // The values of the key follow those of the charge. A key that this transaction has claimed before has no body.
  query: ", stored as materialized (select * from claim_idempotency_key($1, $7, $8, $3, $9) where body is not null)",
  condition: "and not exists (select from stored)",
  columns: ", stored.*",
  join: "left join stored on true",
};
const NO_CLAIM: typeof CLAIM = { query: "", condition: "", columns: "", join: "" };

/**
 * Charges requests of one workspace (`charge` of the schema). Without a limit, `admit_requests` does nothing. A workspace
 * that is locked and skipped has one row without values, and one that does not exist has none.
 */
const debitText = (lock: "skip locked" | "", { query, condition, columns, join } = NO_CLAIM) => `
with requested as (
  select * from json_populate_recordset(null::charge_request, $2)
)${query}, locked as materialized (
  select id from workspaces where id = $1 ${condition} for no key update ${lock}
)
select c.*, coalesce(rate.tokens, 0) as tokens${columns}
from (select from workspaces where id = $1) workspace ${join}
left join locked on true
left join lateral admit_requests(locked.id, $4, $5, $6) rate on true
left join lateral charge(locked.id, array(select requested::charge_request from requested), rate.admitted, $3) c on true`;

const DEBIT = {
  skip: { name: "debit", text: debitText("skip locked") },
  wait: { name: "waiting-debit", text: debitText("") },
} as const;
const KEYED_DEBIT = { skip: debitText("skip locked", CLAIM), wait: debitText("", CLAIM) } as const;

/*
 * Charges workspaces together, each for all of its requests or for none, and waits for no lock: a workspace that is locked
 * elsewhere, or has not enough credits or requests left, is not in the result. $1 has a row for each workspace, and $2 one for
 * each ledger entry. $3 and $4 are the versions that feeds must still have: if one has another, nothing is charged.
 */
const SHARED_DEBIT = `
with due as (
  select * from json_to_recordset($1)
    as (workspace_id uuid, credits bigint, entries integer, requests integer, per_minute float8, burst integer)
), payable as materialized (
  select w.id, w.balance, w.ledger_sequence, due.credits, due.entries, due.requests, rate.tokens - due.requests as tokens
  from due join workspaces w on w.id = due.workspace_id
  cross join lateral (
    select least(due.burst, coalesce(w.tokens, due.burst)
      + greatest(extract(epoch from now() - w.tokens_at), 0)::float8 * due.per_minute / 60) as tokens
  ) rate
  where w.balance >= due.credits and (due.requests = 0 or rate.tokens + 1e-6 >= due.requests)
    and not exists (
      select from unnest($3::text[], $4::bigint[]) as expected (feed, version) join feeds f on f.feed = expected.feed
      where f.version <> expected.version
    )
  for no key update of w skip locked
), paid as (
  update workspaces w set balance = w.balance - p.credits, ledger_sequence = w.ledger_sequence + p.entries,
    tokens = case when p.requests > 0 then p.tokens else w.tokens end,
    tokens_at = case when p.requests > 0 then greatest(w.tokens_at, now()) else w.tokens_at end
  from payable p where w.id = p.id and (p.credits > 0 or p.requests > 0)
), written as (
  insert into ledger (id, workspace_id, request_id, endpoint, key_id, delta, balance_after, sequence, at)
  select e.id, e.workspace_id, e.request_id, e.endpoint, e.key_id, -e.credits, p.balance - e.credits_through,
    p.ledger_sequence + e.entries_through, $5
  from json_to_recordset($2) as e (id uuid, workspace_id uuid, request_id uuid, endpoint text, key_id uuid, credits bigint,
    credits_through bigint, entries_through integer)
  join payable p on p.id = e.workspace_id
)
select (select json_object_agg(feed, version) from feeds) as versions,
  (select json_object_agg(id, json_build_object('balance', balance, 'sequence', ledger_sequence, 'tokens', tokens)) from payable)
    as workspaces`;

/** The requests of one workspace take this together. */
interface Due {
  credits: number;
  entries: number;
  /** These requests count against the rate limit. */
  requests: number;
  limit: RateLimit | undefined;
}

interface SharedRow {
  readonly versions: Readonly<Record<string, number>>;
  /** The charged workspaces were like this before; null without any. */
  readonly workspaces: Readonly<
    Record<string, { readonly balance: number; readonly sequence: number; readonly tokens: number | null }>
  > | null;
}

/** Every value is null when the workspace is locked. */
export interface DebitRow {
  readonly admitted: boolean | null;
  readonly version: number;
  readonly credits: number;
  readonly records: number;
  readonly paid: number[] | null;
  readonly balance: number;
  readonly sequence: number;
  readonly exceeded: ExceededBudget | null;
  readonly allowance: number | null;
  readonly used_up: number | null;
  readonly session_used: number | null;
  readonly view_used: number | null;
  readonly tokens: number;
}

export interface DebitResult extends Charged {
  /** The charge would exceed this budget, so nothing was taken. */
  readonly exceeded?: ExceededBudget | undefined;
  /** This allowance of the connection is used up, so nothing was taken. */
  readonly usedUp?: number | undefined;
}

/**
 * Returns the result of each charge, in order; none when the workspace does not exist, and undefined when it is locked.
 *
 * @param charges of one workspace
 * @param entryIds of the ledger entries, one for each charge
 */
export async function executeDebits(
  client: pg.ClientBase | pg.Pool,
  charges: readonly Charge[],
  entryIds: readonly string[],
  at: Date,
  mode: LockMode = "wait",
): Promise<DebitResult[] | undefined> {
  const { rows } = await client.query<DebitRow>({ ...DEBIT[mode], values: getValues(charges, entryIds, at) });
  return readRows(rows);
}

/** An idempotency key that a charge claims; answers that were stored before `expired` are gone. */
export interface KeyClaim {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly expired: Date;
}

/** Returns a statement with its values, so that it can be sent together with a begin; its rows are read by `readCharged`. */
export function keyedDebitText(charge: Charge, entryId: string, at: Date, claim: KeyClaim, mode: LockMode): string {
  const values = [...getValues([charge], [entryId], at), claim.key, claim.fingerprint, claim.expired];
  return withLiterals(KEYED_DEBIT[mode], values);
}

/** Returns the values of the workspace's statement. */
function getValues(charges: readonly Charge[], entryIds: readonly string[], at: Date): LiteralValue[] {
  const limited = charges.filter(({ limit }) => limit !== undefined);
  // The latest request has the limit that was read last.
  const limit = limited.at(-1)?.limit;
  return [
    charges[0]?.workspaceId,
    JSON.stringify(charges.map((charge, index) => toRequest(charge, entryIds[index]))),
    at,
    limited.length,
    limit?.perMinute,
    limit?.burst,
  ];
}

/** Reads the result of a charge that is alone; undefined when the workspace is locked. Throws like `acceptResult`. */
export function readCharged(charge: Charge, rows: readonly DebitRow[]): Charged | undefined {
  const results = readRows(rows);
  return results && acceptResult(charge, results[0]);
}

/** Throws when the result is a refusal, and when there is none, because the workspace does not exist. */
export function acceptResult({ workspaceId }: Charge, result: DebitResult | undefined): Charged {
  if (result === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  if (result.exceeded !== undefined) throw new BudgetReached(result.exceeded, result);
  if (result.usedUp !== undefined) throw new AllowanceUsedUp(result.usedUp, result);
  return result;
}

/** Returns undefined when the workspace is locked. */
function readRows(rows: readonly DebitRow[]): DebitResult[] | undefined {
  if (rows[0]?.admitted === null) return undefined;
  return rows.map(
    ({
      admitted,
      paid,
      exceeded,
      allowance,
      used_up: usedUp,
      session_used: sessionUsed,
      view_used: viewUsed,
      ...row
    }) => ({
      ...row,
      admitted: admitted === true,
      paid: paid ?? undefined,
      exceeded: exceeded ?? undefined,
      allowance: allowance ?? undefined,
      usedUp: usedUp ?? undefined,
      sessionUsed: sessionUsed ?? undefined,
      viewUsed: viewUsed ?? undefined,
    }),
  );
}

/** Returns true for a charge that locks only the row of its workspace, so that workspaces can be charged together. */
export function isShareable({ personId, connectionId, isDelivery, once, steps }: Charge): boolean {
  return (personId ?? connectionId ?? isDelivery ?? once ?? steps) === undefined;
}

/**
 * Charges workspaces together. Returns the result of each charge, in order; undefined where nothing was charged, because the
 * requests of the workspace need a statement of their own.
 *
 * @param charges all of them shareable
 */
export async function executeSharedDebits(
  client: pg.ClientBase,
  charges: readonly Charge[],
  entryIds: readonly string[],
  at: Date,
): Promise<(DebitResult | undefined)[]> {
  const dues = new Map<string, Due>();
  const versions = new Map<string, number>();
  const entries: unknown[] = [];
  const throughs = charges.map((charge, index) => {
    const due = dues.get(charge.workspaceId) ?? { credits: 0, entries: 0, requests: 0, limit: undefined };
    dues.set(charge.workspaceId, due);
    if (charge.version !== undefined)
      versions.set(charge.feed, Math.min(charge.version, versions.get(charge.feed) ?? Infinity));
    if (charge.limit !== undefined) {
      due.requests++;
      // The latest request has the limit that was read last.
      due.limit = charge.limit;
    }
    if (charge.records > 0) {
      due.credits += charge.records;
      due.entries++;
      entries.push({
        id: entryIds[index],
        workspace_id: charge.workspaceId,
        request_id: charge.requestId,
        endpoint: charge.endpoint,
        key_id: charge.keyId,
        credits: charge.records,
        credits_through: due.credits,
        entries_through: due.entries,
      });
    }
    return { credits: due.credits, entries: due.entries };
  });
  const workspaces = Array.from(dues, ([workspaceId, { limit, ...due }]) => ({
    ...due,
    workspace_id: workspaceId,
    per_minute: limit?.perMinute,
    burst: limit?.burst,
  }));
  const { rows } = await client.query<SharedRow>({
    name: "shared-debit",
    text: SHARED_DEBIT,
    values: [JSON.stringify(workspaces), JSON.stringify(entries), [...versions.keys()], [...versions.values()], at],
  });
  const [row] = rows;
  return charges.map(({ workspaceId, records, feed }, index) => {
    const before = row?.workspaces?.[workspaceId];
    const version = row?.versions[feed];
    const through = throughs[index];
    if (before === undefined || version === undefined || through === undefined) return undefined;
    return {
      records,
      credits: records,
      balance: before.balance - through.credits,
      sequence: before.sequence + through.entries,
      version,
      admitted: true,
      tokens: before.tokens ?? 0,
    };
  });
}

/** Returns the fields of `charge_request`; undefined ones are left out and become null. */
function toRequest(charge: Charge, entryId: string | undefined): Readonly<Record<string, unknown>> {
  const { once } = charge;
  return {
    ledger_id: entryId,
    request_id: charge.requestId,
    endpoint: charge.endpoint,
    key_id: charge.keyId,
    person_id: charge.personId,
    connection_id: charge.connectionId,
    session_id: charge.sessionId,
    view: charge.view,
    delivery: charge.isDelivery,
    limited: charge.limit && true,
    feed: charge.feed,
    version: charge.version,
    records: charge.records,
    steps: charge.steps,
    kinds: once?.items.map(({ kind }) => kind),
    ids: once && distinctIds(once.items),
    since: once?.since,
  };
}

/** Replaces the id of a record that occurred before by null. */
function distinctIds(items: readonly RecordKey[]): (string | null)[] {
  const seen = new Set<string>();
  return items.map(({ kind, id }) => {
    const key = `${kind} ${id}`;
    if (seen.has(key)) return null;
    seen.add(key);
    return id;
  });
}
