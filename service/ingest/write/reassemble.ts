/** Updates the records of events when facts of their companies, investors or people changed. */
import type pg from "pg";
import { type CompanyFacts, companyRecord } from "@/service/records/company";
import { takeChangeInstant } from "@/service/store/change-order";
import { updateRows } from "../copy";
import { FIRST_ID, inPortions } from "../imports/portions";
import { COMPANY_ROWS } from "../table-rows";
import { EVENT_KINDS, type EventParty, replaceParties } from "../withdraw/event-kinds";
import { STORED_EVENT } from "./events/stored-event";

/** A company may have any number of events. */
const AT_ONCE = 2_000;

/** @param parties by their ids, as events show them */
export async function reassembleEvents(client: pg.ClientBase, parties: ReadonlyMap<string, EventParty>): Promise<void> {
  if (parties.size === 0) return;
  for (const { table, naming, refresh } of EVENT_KINDS) {
    const events = inPortions<{ id: string; record: string }>(AT_ONCE, async (last) => {
      const { rows } = await client.query(
        `select t.id, ${STORED_EVENT} as record from ${table} t join (${naming}) as wanted(id) using (id)
         where t.id > $2 order by t.id limit ${AT_ONCE}`,
        [[...parties.keys()], last?.id ?? FIRST_ID],
      );
      return rows;
    });
    for await (const rows of events) {
      const changed = rows.flatMap(({ record }) => {
        const text = replaceParties(record, parties);
        return text === record ? [] : [text];
      });
      await refresh(client, changed);
    }
  }
}

/** Writes changed facts of companies, which their events show. */
export async function rewriteCompanies(
  { client, now }: { readonly client: pg.ClientBase; readonly now: Date },
  companies: readonly CompanyFacts[],
): Promise<void> {
  const updatedAt = await takeChangeInstant(client, "companies", now);
  const rows = companies.map((facts) => ({ ...facts, updatedAt, demo: false }));
  await updateRows(client, COMPANY_ROWS, rows);
  await reassembleEvents(client, new Map(rows.map((row) => [row.id, companyRecord(row)])));
}
