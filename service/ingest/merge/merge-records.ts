/**
 * Makes two records of one kind one, in the name of an import, so that its undo makes them two again. What refers to the one
 * that goes refers to the one that stays; whoever purchased either owns that one; the id, the keys and the domains of
 * the one that goes lead to it.
 */
import type pg from "pg";
import { companyRecord } from "@/service/records/company";
import { takeChangeInstant } from "@/service/store/change-order";
import { updateRows } from "../copy";
import { spelledKeys } from "../resolve/names/company-name";
import { INVESTOR_ROWS, PERSON_ROWS } from "../table-rows";
import { EVENT_KINDS, type EventKind, type EventParty, getEventKind, replaceParties } from "../withdraw/event-kinds";
import { deleteRecords, noteChanged, noteRemoved, rewriteNaming } from "../withdraw/remove";
import { loadCorrectedParts } from "../write/decisions";
import { mergedFacts, sameFacts, storedCompany } from "../write/entities/company-facts";
import { mergeInvestors, sameInvestor, storedInvestor } from "../write/entities/investors";
import { storedPerson } from "../write/entities/people";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { readId } from "../write/keys";
import { reassembleEvents, rewriteCompanies } from "../write/reassemble";
import { loadRecords } from "../write/stored-records";
import type { Run } from "../write/update";
import { agreeOnValues } from "./agree";

export type Merge = Pick<Run, "client" | "importId" | "now">;

export interface Pair {
  readonly kind: RecordKind;
  /** The record that goes. */
  readonly from: string;
  /** The record that stays. */
  readonly into: string;
}

/** The caller holds the lock of `external_keys`, and has checked that both records exist. */
export async function mergeRecords(merge: Merge, pair: Pair): Promise<void> {
  const { client, importId } = merge;
  const { kind, from, into } = pair;
  await client.query(
    `insert into import_records (record_id, import_id, kind, line, effect) values ($1, $2, $3, 0, 'named') on conflict do nothing`,
    [into, importId, kind],
  );
  const event = getEventKind(kind);
  await (event === undefined ? mergeFacts(merge, pair) : mergeEvent(merge, pair, event));
  await noteRemoved(merge, kind, [from]);
  await moveLinks(merge, pair);
  if (event !== undefined) await agreeOnValues(merge, event, [into]);
  await deleteRecords(client, kind, [from]);
}

async function readBoth(client: pg.ClientBase, { kind, from, into }: Pair): Promise<[string, string]> {
  const records = new Map((await loadRecords(client, kind, [from, into])).map(({ id, record }) => [id, record]));
  const [one, other] = [records.get(from), records.get(into)];
  if (one === undefined || other === undefined)
    throw new Error(`one of the ${kind} records ${from} and ${into} does not exist`);
  return [one, other];
}

async function mergeEvent(merge: Merge, pair: Pair, event: EventKind): Promise<void> {
  const { client, importId } = merge;
  const [from, into] = await readBoth(client, pair);
  if (await event.merge(client, into, from, await loadCorrectedParts(client, importId)))
    await noteChanged(merge, event.kind, [{ id: pair.into, record: into }]);
}

/** Adds to a company, investor or person what only the other one states, and puts it in the other's events. */
async function mergeFacts(merge: Merge, pair: Pair): Promise<void> {
  const { client, importId } = merge;
  const { kind } = pair;
  const [from, into] = await readBoth(client, pair);
  const merged = MERGES[kind as keyof typeof MERGES](from, into);
  if (merged.changed) {
    await noteChanged(merge, kind, [{ id: pair.into, record: into }]);
    await merged.write(merge);
  }
  for (const events of EVENT_KINDS)
    await rewriteNaming(client, importId, events, [pair.from], (record) =>
      replaceParties(record, new Map([[pair.from, merged.party]])),
    );
}

interface Merged {
  readonly changed: boolean;
  /** The record as events show it. */
  readonly party: EventParty;
  write(merge: Merge): Promise<void>;
}

const MERGES = {
  company: (from: string, into: string): Merged => {
    const before = storedCompany(readId(into), into);
    const { id: _, ...stated } = storedCompany(readId(from), from);
    const facts = mergedFacts(before, { ...stated, key: null }, false);
    const party = companyRecord(facts);
    return { changed: !sameFacts(before, facts), party, write: (merge) => rewriteCompanies(merge, [facts]) };
  },
  investor: (from: string, into: string): Merged => {
    const before = storedInvestor(into);
    const facts = mergeInvestors(before, storedInvestor(from));
    return {
      changed: !sameInvestor(before, facts),
      party: { id: facts.id, name: facts.name },
      write: async ({ client, now }) => {
        const updatedAt = await takeChangeInstant(client, "investors", now);
        await updateRows(client, INVESTOR_ROWS, [{ ...facts, updatedAt, demo: false }]);
      },
    };
  },
  person: (from: string, into: string): Merged => {
    const [before, other] = [storedPerson(into), storedPerson(from)];
    const socialHandle = before.socialHandle ?? other.socialHandle;
    const person = { ...before, socialHandle, socialUrl: before.socialUrl ?? other.socialUrl };
    return {
      changed: JSON.stringify(person) !== JSON.stringify(before),
      party: person,
      write: async ({ client }) => {
        await updateRows(client, PERSON_ROWS, [{ ...person, demo: false }]);
        await reassembleEvents(client, new Map([[person.id, person]]));
      },
    };
  },
} as const;

/** The keys that a record had are noted, because the undo gives them back. */
async function moveLinks({ client, importId, now }: Merge, { kind, from, into }: Pair): Promise<void> {
  const statements = [
    `insert into merged_records (id, kind, into_id, import_id, keys)
     select $1, $3, $2, $4, coalesce((select jsonb_agg(jsonb_build_object('source', source, 'key', key))
       from external_keys where id = $1 and kind = $3), '[]')`,
    "update external_keys set id = $2 where id = $1 and kind = $3 and $4::integer is not null",
    // The first merge of an import into a record notes each purchase of that one, and a copy as one without a charge.
    `update merged_records set purchases = (
       select jsonb_agg(jsonb_build_object('workspace_id', f.workspace_id, 'kind', f.kind, 'ledger_id', p.ledger_id,
         'at', coalesce(p.at, f.at)))
       from purchased_records f left join purchased_records p
         on p.workspace_id = f.workspace_id and p.kind = f.kind and p.record_id = $2
       where f.kind = '${RECORD_TABLES[kind]}' and f.record_id = $1 and not exists (
         select from merged_records m, jsonb_to_recordset(m.purchases) as had (workspace_id uuid)
         where m.into_id = $2 and m.import_id = $4 and had.workspace_id = f.workspace_id))
     where id = $1 and kind = $3`,
    // The purchase that counts longer stays, with a charge if there is one: a report of the record refunds it.
    `insert into purchased_records as p (workspace_id, kind, record_id, ledger_id, at)
     select workspace_id, kind, $2, ledger_id, at from purchased_records
     where kind = '${RECORD_TABLES[kind]}' and record_id = $1 and $3::text is not null and $4::integer is not null
     on conflict (workspace_id, kind, record_id) do update set at = greatest(p.at, excluded.at), ledger_id = case
       when p.at < excluded.at then coalesce(excluded.ledger_id, p.ledger_id) else coalesce(p.ledger_id, excluded.ledger_id) end
     where p.at < excluded.at or (p.ledger_id is null and excluded.ledger_id is not null)`,
  ];
  for (const statement of statements) await client.query(statement, [from, into, kind, importId]);
  if (kind !== "company") return;
  await client.query("update company_domains set company_id = $2, import_id = $3 where company_id = $1", [
    from,
    into,
    importId,
  ]);
  await client.query(
    `insert into company_former_names (company_id, name, seen_at, import_id)
     select $2, name, $4, $3 from (
       select name from company_former_names where company_id = $1 union select name from companies where id = $1) former
     where name <> (select name from companies where id = $2) on conflict do nothing`,
    [from, into, importId, now],
  );
  await moveNames({ client, importId, now }, from, into);
  await moveWatches(client, from, into);
}

/** The names of the one that goes stay for the undo. Names of a person's merge go with that merge. */
async function moveNames({ client, importId }: Merge, from: string, into: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select name from companies where id = $1", [from]);
  const names = rows.flatMap(({ name }) => spelledKeys(name).map((key) => ({ key, name })));
  await client.query(
    `insert into company_names (company_id, name_key, name, import_id)
     select $2, name_key, name, $3 from (
       select name_key, name from company_names where company_id = $1
       union all select * from unnest($4::text[], $5::text[])) stated (name_key, name)
     where name_key <> (select name_key from companies where id = $2) on conflict do nothing`,
    [from, into, importId, names.map(({ key }) => key), names.map(({ name }) => name)],
  );
}

/** A workspace that watched either company watches the one. The changes are noted for the undo. */
async function moveWatches(client: pg.ClientBase, from: string, into: string): Promise<void> {
  const isMatched = `exists (select from inbox_matches own
    where own.workspace_id = i.workspace_id and own.position = i.position and own.company_id = $2)`;
  const statements = [
    `update merged_records set watches = (select jsonb_agg(w) from watched_companies w where w.company_id = $1),
       matches = (
         select jsonb_agg(jsonb_build_object('workspace_id', workspace_id, 'position', position, 'moved', not ${isMatched}))
         from inbox_matches i where company_id = $1)
     where id = $1`,
    `with added as (
       insert into watched_companies (workspace_id, company_id, name, domain, note, added_at)
       select w.workspace_id, $2, c.name, c.domain, w.note, w.added_at
       from watched_companies w join companies c on c.id = $2 where w.company_id = $1 on conflict do nothing returning *)
     update merged_records set added_watches = (select jsonb_agg(added) from added) where id = $1`,
    // The others are deleted with the star.
    `update inbox_matches i set company_id = $2 where company_id = $1 and not ${isMatched}`,
    "delete from watched_companies where company_id = $1 and company_id <> $2",
  ];
  for (const statement of statements) await client.query(statement, [from, into]);
}
