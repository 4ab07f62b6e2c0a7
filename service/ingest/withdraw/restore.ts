/** Brings back the records that an import removed, and the content of those that it changed. */
import type pg from "pg";
import * as z from "zod";
import { type NotedRecord, notedRecords } from "../imports/portions";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { findStored } from "../write/stored-records";
import { ENTITY_KINDS } from "./entity-kinds";
import { detachParties, EVENT_KINDS, listPartyIds, type StoredText } from "./event-kinds";
import { deleteRecords } from "./remove";

const removed = z.object({ demo: z.boolean(), record: z.string() });

/** Companies, investors and people go before the events that refer to them. */
export async function restoreRecords(client: pg.ClientBase, importId: number): Promise<void> {
  for (const { kind, insert } of ENTITY_KINDS)
    for await (const rows of notedRecords(client, importId, kind, "removed")) {
      const missing = await readMissing(client, kind, rows);
      await insert(client, missing);
      const ids = missing.map(({ id }) => id);
      if (kind === "company") await restoreCompanyParts(client, importId, ids);
    }
  for (const { kind, update } of ENTITY_KINDS)
    for await (const rows of notedRecords(client, importId, kind, "changed")) await update(client, rows.map(toBefore));
  for (const events of EVENT_KINDS) {
    for await (const rows of notedRecords(client, importId, events.kind, "changed")) {
      const present = await withoutErased(client, importId, rows.map(toBefore));
      const texts = present.map(({ text }) => text);
      await events.rewrite(client, texts);
      const kept = new Set(present.map(({ id }) => id));
      const others = rows.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
      await deleteRecords(client, events.kind, others);
    }
    for await (const rows of notedRecords(client, importId, events.kind, "removed")) {
      const missing = await readMissing(client, events.kind, rows);
      await events.insert(client, await withoutErased(client, importId, missing));
    }
  }
}

function toBefore({ id, before: text }: NotedRecord): StoredText {
  return { id, text, demo: false };
}

/** Another import may have brought a record back already. */
async function readMissing(
  client: pg.ClientBase,
  kind: RecordKind,
  rows: readonly NotedRecord[],
): Promise<StoredText[]> {
  const ids = rows.map(({ id }) => id);
  const present = await findStored(client, kind, ids);
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
 * Returns the events without parties that were erased; a move is none without its person. Parties that were withdrawn or merged exist
 * again, because imports that did so later were taken back before. Notes those in `undo_changed` whose facts a later import changed
 * that stays in force.
 */
async function withoutErased(
  client: pg.ClientBase,
  importId: number,
  all: readonly StoredText[],
): Promise<StoredText[]> {
  const parties = [...new Set(all.flatMap(({ text }) => listPartyIds(text)))];
  const existing = new Set<string>([]);
  for (const { kind } of ENTITY_KINDS) {
    const { rows } = await client.query<{ id: string }>(
      `with found as (select id from ${RECORD_TABLES[kind]} where id = any($2::uuid[])),
         noted as (insert into undo_changed select id, $1 from found where exists (
           select from import_records r where r.record_id = found.id and r.import_id > $3 and r.effect = 'changed'))
       select id from found`,
      [kind, parties, importId],
    );
    for (const { id } of rows) existing.add(id);
  }
  const erased = new Set(parties.filter((id) => !existing.has(id)));
  if (erased.size === 0) return [...all];
  return all.flatMap((event) => {
    const text = detachParties(event.text, erased);
    return listPartyIds(text).some((id) => erased.has(id)) ? [] : [{ ...event, text }];
  });
}
