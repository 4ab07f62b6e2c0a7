/** Updates the records of events when facts of their companies, investors or people changed. */

import { acquisition, type Company, type ExecMove, execMove, fundingEvent } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import type { AnnouncedPrecision } from "@/service/records/announced";
import type { TableRows } from "../copy";
import { ACQUISITION_ROWS, type EventRow, FUNDING_ROWS, MOVE_ROWS } from "../table-rows";
import { updateRows } from "./update";

export interface Changes {
  readonly companies: ReadonlyMap<string, Company>;
  /** The investors have these new names. */
  readonly investors: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, ExecMove["person"]>;
}

export const NO_CHANGES: Changes = { companies: new Map([]), investors: new Map([]), people: new Map([]) };

const AT_ONCE = 2_000;

export async function reassembleEvents(client: pg.ClientBase, changes: Changes): Promise<void> {
  const { companies, investors, people } = changes;
  const companyIds = [...companies.keys()];
  const current = (company: Company): Company =>
    company.id === null ? company : (companies.get(company.id) ?? company);
  if (companyIds.length + investors.size > 0)
    await rewrite(client, FUNDING_ROWS, FUNDING_SQL, [companyIds, [...investors.keys()]], (text) => {
      const event = fundingEvent.parse(JSON.parse(text));
      const named = event.investors.map(({ id, name }) => ({ id, name: investors.get(id) ?? name }));
      return { ...event, investors: named, company: current(event.company) };
    });
  if (companyIds.length > 0)
    await rewrite(client, ACQUISITION_ROWS, ACQUISITION_SQL, [companyIds], (text) => {
      const event = acquisition.parse(JSON.parse(text));
      return { ...event, acquirer: current(event.acquirer), target: current(event.target) };
    });
  if (companyIds.length + people.size > 0)
    await rewrite(client, MOVE_ROWS, MOVE_SQL, [companyIds, [...people.keys()]], (text) => {
      const event = execMove.parse(JSON.parse(text));
      const from = event.fromCompany === null ? null : current(event.fromCompany);
      const person = people.get(event.person.id) ?? event.person;
      return { ...event, person, company: current(event.company), fromCompany: from };
    });
}

const FUNDING_SQL = `select id from funding_events where company_id = any($1::uuid[])
  union select event_id from funding_event_investors where investor_id = any($2::uuid[])`;
const ACQUISITION_SQL = `select id from acquisitions where acquirer_id = any($1::uuid[])
  union select id from acquisitions where target_id = any($1::uuid[])`;
const MOVE_SQL = `select id from exec_moves where company_id = any($1::uuid[])
  union select id from exec_moves where from_company_id = any($1::uuid[])
  union select id from exec_moves where person_id = any($2::uuid[])`;

/** Rewrites a portion at a time, because a company may have any number of events. */
async function rewrite<R extends { readonly id: string }>(
  client: pg.ClientBase,
  rows: TableRows<EventRow<R>>,
  ids: string,
  values: readonly unknown[],
  assemble: (text: string) => R,
): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const found = await client.query<{ id: string; record: string; precision: AnnouncedPrecision }>(
      `select e.id, e.record, e.announced_precision as precision from ${rows.table} e join (${ids}) as wanted(id) using (id)
       where e.id > $${values.length + 1} order by e.id limit ${AT_ONCE}`,
      [...values, after],
    );
    const changed = found.rows.flatMap(({ record, precision }) => {
      const event = assemble(record);
      return JSON.stringify(event) === record ? [] : [{ record: event, precision, demo: false }];
    });
    await updateRows(client, rows, changed);
    const last = found.rows.at(-1);
    if (last === undefined || found.rows.length < AT_ONCE) return;
    after = last.id;
  }
}
