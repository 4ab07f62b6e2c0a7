/** How many events of each kind the timelines of companies hold: what they would cost, without reading them. */
import type pg from "pg";
import type { EventCounts } from "@/lib/contract/account-quote";

export interface CountedCompany {
  readonly id: string;
  readonly name: string;
  readonly counts: EventCounts;
}

/** Counts the same events as a timeline holds, each once however many roles the company has in it. */
const COUNTS = `
select c.id, c.name,
  (select count(*) from funding_events e where e.company_id = c.id)::int as funding,
  (select count(*) from acquisitions e where e.acquirer_id = c.id or e.target_id = c.id)::int as acquisitions,
  (select count(*) from exec_moves e where e.company_id = c.id or e.from_company_id = c.id)::int as exec_moves
from companies c where c.id = any($1::uuid[])`;

/** The companies that exist, by their ids. */
export async function countEvents(
  pool: pg.Pool,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, CountedCompany>> {
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
