/** Brings back the records that an import removed. */
import type pg from "pg";
import * as z from "zod";
import { copyRows } from "../copy";
import { inPortions, type PortionRow } from "../imports/portions";
import { COMPANY_ROWS, INVESTOR_ROWS, PERSON_ROWS } from "../table-rows";
import { storedCompany } from "../write/entities/company-facts";
import { storedInvestor } from "../write/entities/investors";
import { storedPerson } from "../write/entities/people";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { detachParties, EVENT_KINDS, type EventKind, type EventText, partiesOf } from "./event-kinds";
import { noteChanged } from "./remove";

const removed = z.object({ demo: z.boolean(), record: z.string() });

interface RemovedRecord extends EventText {
  readonly id: string;
}

/** Brings back companies, investors and people, before the events that refer to them. */
export async function restoreRemovedEntities(client: pg.ClientBase, importId: number): Promise<void> {
  await inPortions(client, importId, "company", "removed", async (rows) => {
    const missing = await readMissing(client, "company", rows);
    await copyRows(
      client,
      COMPANY_ROWS,
      missing.map(({ id, text, demo }) => ({ ...storedCompany(id, text), demo })),
    );
    await restoreCompanyParts(
      client,
      importId,
      missing.map(({ id }) => id),
    );
  });
  await inPortions(client, importId, "investor", "removed", async (rows) =>
    copyRows(
      client,
      INVESTOR_ROWS,
      (await readMissing(client, "investor", rows)).map(({ text, demo }) => ({ ...storedInvestor(text), demo })),
    ),
  );
  await inPortions(client, importId, "person", "removed", async (rows) =>
    copyRows(
      client,
      PERSON_ROWS,
      (await readMissing(client, "person", rows)).map(({ text, demo }) => ({ ...storedPerson(text), demo })),
    ),
  );
}

/** Another import may have brought a record back already. */
async function readMissing(
  client: pg.ClientBase,
  kind: RecordKind,
  rows: readonly PortionRow[],
): Promise<RemovedRecord[]> {
  const found = await client.query<{ id: string }>(`select id from ${RECORD_TABLES[kind]} where id = any($1::uuid[])`, [
    rows.map(({ id }) => id),
  ]);
  const present = new Set(found.rows.map(({ id }) => id));
  return rows.flatMap(({ id, before }) => {
    if (present.has(id)) return [];
    const { demo, record: text } = removed.parse(JSON.parse(before));
    return [{ id, text, demo }];
  });
}

const noted = (name: string, columns: string) =>
  `import_records r, jsonb_to_recordset(r.before::jsonb -> '${name}') as part (${columns})
   where r.import_id = $1 and r.record_id = any($2::uuid[])`;

/** Restores the domains, the former names, and the figures and ranks that a company has until the next night. */
async function restoreCompanyParts(client: pg.ClientBase, importId: number, ids: readonly string[]): Promise<void> {
  const figures = "raised_last_12m_usd_cents bigint, known_people integer, has_founder boolean";
  const statements = [
    `insert into company_domains (domain, company_id, seen_at, import_id)
     select domain, company_id, seen_at, part.import_id
     from ${noted("domains", "domain text, company_id uuid, seen_at timestamptz, import_id integer")} on conflict do nothing`,
    `insert into company_former_names (company_id, name, seen_at, import_id)
     select company_id, name, seen_at, part.import_id
     from ${noted("formerNames", "company_id uuid, name text, seen_at timestamptz, import_id integer")} on conflict do nothing`,
    `update company_figures f set raised_last_12m_usd_cents = part.raised_last_12m_usd_cents,
       known_people = part.known_people, has_founder = part.has_founder
     from ${noted("figures", `company_id uuid, ${figures}`)} and f.company_id = part.company_id`,
    // The new ranks are at the end. Those of nights that are over are gone, and one may belong to another company now.
    `delete from company_ranks k using ${noted("ranks", "company_id uuid, generation integer, rank integer")}
       and k.company_id = part.company_id and k.generation = part.generation`,
    `insert into company_ranks (generation, rank, company_id)
     select generation, rank, company_id
     from ${noted("ranks", "company_id uuid, generation integer, rank integer")}
       and exists (select from rank_generations g where g.generation = part.generation) on conflict do nothing`,
    `insert into company_ranks (generation, rank, company_id)
     select g.generation, (select coalesce(max(rank), 0) from company_ranks k where k.generation = g.generation)
       + row_number() over (partition by g.generation order by r.record_id), r.record_id
     from rank_generations g cross join import_records r
     where r.import_id = $1 and r.record_id = any($2::uuid[])
       and not exists (select from company_ranks k where k.generation = g.generation and k.company_id = r.record_id)`,
  ];
  for (const statement of statements) await client.query(statement, [importId, ids]);
}

/**
 * Brings back events. A party may have been withdrawn since: then the event is without it, and returns to it when that
 * withdrawal is undone. Notes the parties in `undo_changed`, because their facts may have changed since.
 */
export async function restoreRemovedEvents(client: pg.ClientBase, importId: number): Promise<void> {
  for (const events of EVENT_KINDS)
    await inPortions(client, importId, events.kind, "removed", async (rows) => {
      const missing = await readMissing(client, events.kind, rows);
      const present = await withoutRemovedParties(client, events, missing);
      await events.insert(client, present);
      for (const kind of ["company", "investor", "person"] as const)
        await client.query(
          `insert into undo_changed select id, $1 from ${RECORD_TABLES[kind]} where id = any($2::uuid[])`,
          [kind, present.flatMap(({ text }) => partiesOf(text))],
        );
    });
}

async function withoutRemovedParties(
  client: pg.ClientBase,
  events: EventKind,
  all: readonly RemovedRecord[],
): Promise<RemovedRecord[]> {
  const { rows } = await client.query<{ id: string; kind: RecordKind | null; importId: number | null }>(
    `select party.id, r.kind, r.import_id as "importId"
     from unnest($1::uuid[]) as party (id) left join lateral (
       select kind, import_id from import_records r where r.record_id = party.id and r.effect = 'removed'
       order by import_id desc limit 1) r on true
     where not exists (select from companies where id = party.id)
       and not exists (select from investors where id = party.id) and not exists (select from people where id = party.id)
     order by r.import_id`,
    [[...new Set(all.flatMap(({ text }) => partiesOf(text)))]],
  );
  const present: RemovedRecord[] = [];
  for (const event of all) {
    let { text } = event;
    let isRemoved = false;
    for (const gone of rows) {
      if (isRemoved || !partiesOf(text).includes(gone.id)) continue;
      isRemoved = gone.kind === "person";
      if (gone.importId !== null && isRemoved)
        await client.query(
          `insert into import_records (record_id, import_id, kind, line, effect, before)
           values ($1, $2, $3, 0, 'removed', $4) on conflict do nothing`,
          [event.id, gone.importId, events.kind, JSON.stringify({ demo: event.demo, record: text })],
        );
      else if (gone.importId !== null)
        await noteChanged(client, gone.importId, events, [{ id: event.id, record: text }]);
      text = detachParties(text, new Set([gone.id]));
    }
    if (!isRemoved) present.push({ ...event, text });
  }
  return present;
}
