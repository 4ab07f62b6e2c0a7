/** Counts the events of each kind in companies' timelines, whose price is thus known without reading them. */

import type { EventCounts, NewRecords } from "@dealflow/contract/account/spending/quote";
import type pg from "pg";
import type { PurchaseScope } from "./purchases/purchased";

/** Counts the same events as a timeline holds, each once however many roles the company has in it. */
const COUNTS = `
select c.id, c.name,
  (select count(*) from funding_events e where e.company_id = c.id)::int as funding,
  (select count(*) from acquisitions e where e.acquirer_id = c.id or e.target_id = c.id)::int as acquisitions,
  (select count(*) from exec_moves e where e.company_id = c.id or e.from_company_id = c.id)::int as exec_moves
from companies c where c.id = any($1::uuid[])`;

/** Counts for the ids that exist. */
export async function countEvents(
  pool: pg.Pool,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string; readonly counts: EventCounts }>> {
  const { rows } = await pool.query<{ id: string; name: string } & EventCounts>({
    name: "event-counts",
    text: COUNTS,
    values: [companyIds],
  });
  return new Map(
    rows.map(({ id, name, funding, acquisitions, exec_moves }) => [
      id,
      { id, name, counts: { funding, acquisitions, exec_moves } },
    ]),
  );
}

/** Counts the same records without a purchase; the row without a company counts each record of all companies once. */
const UNPAID = `
with records as (
  select c.id as company_id, 'companies' as kind, c.id from companies c where c.id = any($1::uuid[])
  union all
  select company_id, 'funding_events', id from funding_events where company_id = any($1::uuid[])
  union all
  select c.id, 'acquisitions', e.id
  from unnest($1::uuid[]) c (id) join acquisitions e on e.acquirer_id = c.id or e.target_id = c.id
  union all
  select c.id, 'exec_moves', e.id
  from unnest($1::uuid[]) c (id) join exec_moves e on e.company_id = c.id or e.from_company_id = c.id
), unpaid as (
  select * from records r where not exists (
    select from purchased_records p
    where p.workspace_id = $2 and p.kind = r.kind and p.record_id = r.id and ($3::timestamptz is null or p.at > $3)
  )
)
select company_id as "companyId",
  (count(distinct id) filter (where kind = 'companies'))::int as companies,
  (count(distinct id) filter (where kind = 'funding_events'))::int as funding,
  (count(distinct id) filter (where kind = 'acquisitions'))::int as acquisitions,
  (count(distinct id) filter (where kind = 'exec_moves'))::int as exec_moves
from unpaid group by grouping sets ((company_id), ())`;

export const NONE_UNPAID: NewRecords = { companies: 0, funding: 0, acquisitions: 0, exec_moves: 0 };

/** Counts the events of these companies that the workspace has not purchased; companies without any are left out. */
export async function countUnpaidEvents(
  pool: pg.Pool,
  companyIds: readonly string[],
  { workspaceId, since }: PurchaseScope,
): Promise<{ readonly all: NewRecords; readonly byCompany: ReadonlyMap<string, NewRecords> }> {
  const { rows } = await pool.query<NewRecords & { companyId: string | null }>({
    name: "unpaid-event-counts",
    text: UNPAID,
    values: [companyIds, workspaceId, since],
  });
  const counted = rows.map(({ companyId, ...counts }) => ({ companyId, counts }));
  return {
    all: counted.find(({ companyId }) => companyId === null)?.counts ?? NONE_UNPAID,
    byCompany: new Map(counted.flatMap(({ companyId, counts }) => (companyId === null ? [] : [[companyId, counts]]))),
  };
}
