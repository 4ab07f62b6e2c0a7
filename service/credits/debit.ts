/**
 * Charging for pages and admitting requests. Requests that wait at the same moment share one statement, one of which is
 * in flight per process: an interactive transaction per page reached 0.28 of the speed of a server that charges
 * nothing, this 0.69. The rate limit is held in the same statement, because it locks the workspace anyway: limits hold
 * across processes and cost no further round trip.
 */
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { fitToBudgets, type Passed } from "./budgets";

/** A workspace's limit: requests a minute in the long run, and requests at once after a rest. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export interface Charge {
  readonly workspaceId: string;
  readonly keyId: string | null;
  /** Who asked, of the dashboard's people. */
  readonly personId?: string | undefined;
  readonly requestId: string;
  /** Name of the endpoint in the ledger, such as `funding_events.list`. */
  readonly endpoint: string;
  /** Address of the dashboard's page that it is for; undefined for every other client. */
  readonly view?: string | undefined;
  /** Records that could be served; 0 only asks for the balance. */
  readonly records: number;
  /** Take exactly one of these sums, the largest that the balance holds, or nothing; ascending, the last is `records`. */
  readonly steps?: readonly number[] | undefined;
  /** Table of the feed that the records are of. */
  readonly feed: string;
  /** Charge only if the feed still has this version, because the page was kept since then. */
  readonly version?: number | undefined;
  /** Counts as a request against this limit; undefined: the request was admitted before. */
  readonly limit: RateLimit | undefined;
}

export interface Charged {
  /** Records paid for: all of them, or as many as the balance held. */
  readonly records: number;
  /** Credits left after this charge. */
  readonly balance: number;
  /** Version of the feed at this moment; nothing was charged when another one was asked for. */
  readonly version: number;
  /** False: the request is over the workspace's limit and nothing was charged. */
  readonly admitted: boolean;
  /** Requests that the workspace may make at once now; a fraction is on its way to the next one. */
  readonly tokens: number;
}

/** A budget of the workspace or of the person does not hold what would be taken: nothing was. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  /** @param admitted the charge that took nothing, but counted the request */
  constructor(
    readonly passed: Passed,
    readonly admitted: Charged,
  ) {
    super(`the ${passed.period}'s budget of the ${passed.whose} is reached`);
  }
}

export interface Debits {
  /**
   * Takes up to `records` credits, never more than the balance, and writes the ledger row in the same statement. Throws
   * `BudgetReached`; the request is counted all the same.
   */
  charge(charge: Charge): Promise<Charged>;
  /** Whether this process saw credits left after the last charge; when not, ask with a charge of 0 before reading. */
  mayHaveCredits(workspaceId: string): boolean;
}

/** Requests that share one statement, at most: keeps its arrays and locks short. */
const MAX_BATCH = 256;
const MAX_REMEMBERED = 100_000;

/*
 * Workspaces are locked in the order of their ids: batches of several processes that locked as they came deadlocked.
 * Within a batch each request gets what the ones before it in the same workspace leave, of its tokens and of its
 * credits. A request that takes nothing leaves no ledger row. A page that was kept is charged for only if its feed has
 * not changed since. A charge in steps stands alone in its batch, so that what it leaves is known. From a person whose
 * use a budget holds nothing is taken here, unless the charge was found to fit: that takes a transaction. Charges
 * without a person ask for no budget.
 */
const DEBIT = `
with asked as (
  select a.workspace_id, a.request_id, a.key_id, a.endpoint, a.ledger_id, a.view, a.person_id, a.per_minute, a.burst, a.position,
    f.version,
    case when a.version is null or a.version = f.version then a.records else 0 end as records,
    case when a.person_id is null or $15 or a.records = 0 or a.version <> f.version then false else exists (
      select from budgets b where b.workspace_id = a.workspace_id and (b.user_id is null or b.user_id = a.person_id)
    ) end as budgeted
  from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::bigint[],
      $9::float8[], $10::int[], $13::text[], $14::uuid[])
    with ordinality as a (workspace_id, records, request_id, key_id, endpoint, ledger_id, feed, version, per_minute, burst, view,
      person_id, position)
  join feeds f on f.feed = a.feed
), locked as materialized (
  select id, balance, tokens, tokens_at from workspaces where id = any($1::uuid[]) order by id for update
), filled as (
  select l.id, l.balance,
    least(b.burst, coalesce(l.tokens, b.burst) + greatest(extract(epoch from now() - l.tokens_at), 0)::float8 * b.per_minute / 60) as tokens
  from locked l
  left join (select workspace_id, max(burst) as burst, max(per_minute) as per_minute from asked group by workspace_id) b
    on b.workspace_id = l.id
), judged as (
  select a.*, f.balance, f.tokens, count(a.burst) over w as requests,
    a.burst is null or count(a.burst) over w <= floor(f.tokens + 1e-6) as admitted
  from asked a join filled f on f.id = a.workspace_id
  window w as (partition by a.workspace_id order by a.position)
), running as (
  select j.*, case when admitted and not budgeted then records else 0 end as wanted,
    sum(case when admitted and not budgeted then records else 0 end)
      over (partition by workspace_id order by position) as upto
  from judged j
), taken as (
  select r.*,
    case when $11::bigint[] is null then greatest(least(r.wanted, r.balance - (r.upto - r.wanted)), 0)
      else coalesce((select max(step) from unnest($11::bigint[]) step where step <= least(r.wanted, r.balance)), 0) end::bigint as take
  from running r
), settled as (
  select t.*, t.balance - sum(t.take) over (partition by t.workspace_id order by t.position) as after,
    t.tokens - least(t.requests, floor(t.tokens + 1e-6)) as tokens_left
  from taken t
), paid as (
  update workspaces w set balance = w.balance - s.total,
    tokens = case when s.requests > 0 then s.tokens_left else w.tokens end,
    tokens_at = case when s.requests > 0 then greatest(w.tokens_at, now()) else w.tokens_at end
  from (
    select workspace_id, sum(take)::bigint as total, max(requests) as requests, min(tokens_left) as tokens_left,
      bool_or(admitted and burst is not null) as entered
    from settled group by workspace_id
  ) s
  where w.id = s.workspace_id and (s.total > 0 or s.entered)
), written as (
  insert into ledger (id, workspace_id, request_id, endpoint, key_id, person_id, view, delta, balance_after, at)
  select ledger_id, workspace_id, request_id, endpoint, key_id, person_id, view, -take, after, $12 from settled where take > 0
)
select position::int as position, take::int as take, after::bigint as after, version, admitted,
  admitted and budgeted as budgeted, coalesce(tokens_left, 0) as tokens_left
from settled`;

interface Waiting {
  readonly charge: Charge;
  readonly resolve: (charged: Charged | Promise<Charged>) => void;
  readonly reject: (error: unknown) => void;
}

export function openDebits(pool: pg.Pool, now: () => Date): Debits {
  let waiting: Waiting[] = [];
  let running = false;
  /** The last charge that was held against budgets: one at a time, so that batches always have a connection. */
  let withinBudgets: Promise<unknown> = Promise.resolve();
  /** Workspaces that had credits after their last charge here; forgotten now and then, being only a short cut. */
  const solvent = new Set<string>();

  function remember(workspaceId: string, balance: number): void {
    if (balance === 0) solvent.delete(workspaceId);
    else if (solvent.size < MAX_REMEMBERED) solvent.add(workspaceId);
    else solvent.clear();
  }

  function hold(charge: Charge, admitted: Charged): Promise<Charged> {
    const charged = withinBudgets.then(async () => {
      const held = await inTransaction(pool, (client) => chargeWithin(client, charge, admitted, now()));
      remember(charge.workspaceId, held.balance);
      return held;
    });
    withinBudgets = charged.catch(() => undefined);
    return charged;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchLength(waiting));
      waiting = waiting.slice(batch.length);
      try {
        const charges = batch.map((item) => item.charge);
        const settled = await settle(pool, charges, now());
        batch.forEach((item, index) => {
          const one = settled[index];
          if (one === undefined) item.reject(missing(item.charge));
          else {
            remember(item.charge.workspaceId, one.balance);
            item.resolve(one.budgeted ? hold(item.charge, one) : one);
          }
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return {
    charge: (charge) =>
      new Promise((resolve, reject) => {
        waiting.push({ charge, resolve, reject });
        if (running) return;
        running = true;
        // Pages that arrived together are charged together, so the first of them waits for the others.
        setImmediate(() => void drain());
      }),
    mayHaveCredits: (workspaceId) => solvent.has(workspaceId),
  };
}

/** Charges inside the caller's transaction: what the charge pays for can be stored with it. Throws `BudgetReached`. */
export async function chargeIn(client: pg.ClientBase, charge: Charge, at: Date): Promise<Charged> {
  const charged = await settleOne(client, charge, at);
  return charged.budgeted ? chargeWithin(client, charge, charged, at) : charged;
}

/** What the budgets hold of a charge, under the lock of its workspace; the request was counted by the one before. */
async function chargeWithin(client: pg.ClientBase, charge: Charge, admitted: Charged, at: Date): Promise<Charged> {
  const fitting = await fitToBudgets(client, charge, at);
  if ("limit" in fitting) throw new BudgetReached(fitting, admitted);
  const charged = await settleOne(client, { ...charge, steps: fitting.steps, limit: undefined }, at, true);
  return { ...charged, tokens: admitted.tokens };
}

async function settleOne(client: pg.ClientBase, charge: Charge, at: Date, fits = false): Promise<Settled> {
  const [settled] = await settle(client, [charge], at, fits);
  if (settled === undefined) throw missing(charge);
  return settled;
}

function missing(charge: Charge): Error {
  return new Error(`workspace ${charge.workspaceId} does not exist`);
}

function batchLength(waiting: readonly Waiting[]): number {
  const inSteps = waiting.findIndex((item) => item.charge.steps !== undefined);
  if (inSteps === 0) return 1;
  return Math.min(MAX_BATCH, inSteps === -1 ? waiting.length : inSteps);
}

interface Row {
  readonly position: number;
  readonly take: number;
  readonly after: number;
  readonly version: number;
  readonly admitted: boolean;
  readonly budgeted: boolean;
  readonly tokens_left: number;
}

interface Settled extends Charged {
  /** A budget holds the person's use: nothing was taken, and whether it may be is not known yet. */
  readonly budgeted: boolean;
}

/**
 * What each was charged, in order; undefined where the workspace does not exist.
 *
 * @param fits whether their budgets hold them, as was found under the lock that still stands
 */
async function settle(
  db: pg.Pool | pg.ClientBase,
  charges: readonly Charge[],
  at: Date,
  fits = false,
): Promise<(Settled | undefined)[]> {
  const { rows } = await db.query<Row>({
    name: "debit",
    text: DEBIT,
    values: [
      charges.map((charge) => charge.workspaceId),
      charges.map((charge) => charge.records),
      charges.map((charge) => charge.requestId),
      charges.map((charge) => charge.keyId),
      charges.map((charge) => charge.endpoint),
      charges.map(() => newId()),
      charges.map((charge) => charge.feed),
      charges.map((charge) => charge.version ?? null),
      charges.map((charge) => charge.limit?.perMinute ?? null),
      charges.map((charge) => charge.limit?.burst ?? null),
      charges[0]?.steps ?? null,
      at,
      charges.map((charge) => charge.view ?? null),
      charges.map((charge) => charge.personId ?? null),
      fits,
    ],
  });
  const settled: (Settled | undefined)[] = charges.map(() => undefined);
  for (const row of rows)
    settled[row.position - 1] = {
      records: row.take,
      balance: row.after,
      version: row.version,
      admitted: row.admitted,
      budgeted: row.budgeted,
      tokens: row.tokens_left,
    };
  return settled;
}
