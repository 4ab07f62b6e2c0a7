/** The statement that admits and charges requests of one workspace (`charge` of the schema), and its result for each. */
import type pg from "pg";
import type { ExceededBudget } from "./budgets";
import type { Charge, Charged, RecordKey } from "./charge";

/** Without a limit, no request counts against it and nothing is done for it. */
const DEBIT = `
with requested as (
  select * from json_populate_recordset(null::charge_request, $2)
)
select c.*, coalesce(rate.tokens, 0) as tokens
from admit_requests($1, $4, $5, $6) rate
cross join charge($1, array(select requested::charge_request from requested), rate.admitted, $3) c`;

interface Row {
  readonly admitted: boolean;
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
  /** The budget that the charge would exceed, so that nothing was taken. */
  readonly exceeded?: ExceededBudget | undefined;
  /** The connection's allowance, which is used up, so that nothing was taken. */
  readonly usedUp?: number | undefined;
}

/**
 * The result of each charge, in order; none where the workspace does not exist.
 *
 * @param charges of one workspace
 * @param entryIds of the ledger entries, one for each charge
 */
export async function executeDebits(
  client: pg.ClientBase,
  charges: readonly Charge[],
  entryIds: readonly string[],
  at: Date,
): Promise<DebitResult[]> {
  const limited = charges.filter(({ limit }) => limit !== undefined);
  // The latest request has the limit that was read last.
  const limit = limited.at(-1)?.limit;
  const { rows } = await client.query<Row>({
    name: "debit",
    text: DEBIT,
    values: [
      charges[0]?.workspaceId,
      JSON.stringify(charges.map((charge, index) => toRequest(charge, entryIds[index]))),
      at,
      limited.length,
      limit?.perMinute,
      limit?.burst,
    ],
  });
  return rows.map(
    ({ paid, exceeded, allowance, used_up: usedUp, session_used: sessionUsed, view_used: viewUsed, ...row }) => ({
      ...row,
      paid: paid ?? undefined,
      exceeded: exceeded ?? undefined,
      allowance: allowance ?? undefined,
      usedUp: usedUp ?? undefined,
      sessionUsed: sessionUsed ?? undefined,
      viewUsed: viewUsed ?? undefined,
    }),
  );
}

/** The fields of `charge_request`; undefined ones are left out and become null. */
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

/** Null instead of the id of a record that occurred before. */
function distinctIds(items: readonly RecordKey[]): (string | null)[] {
  const seen = new Set<string>();
  return items.map(({ kind, id }) => {
    const key = `${kind} ${id}`;
    if (seen.has(key)) return null;
    seen.add(key);
    return id;
  });
}
