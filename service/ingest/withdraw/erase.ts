/**
 * Erases a record on request, with what was reported about it, so that no undo and no import brings it back. Ledgers
 * and purchases keep its id and price. Backups are not touched.
 */
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { lockImports } from "../imports/imports";
import { createIdentityHash, loadErasureKey } from "../write/erasures";
import { nameIdentities, storedIdentities } from "../write/identities";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { eraseCopies } from "./erase-copies";
import { detachParties, EVENT_KINDS, type EventKind } from "./event-kinds";
import type { FoundRecord } from "./find-record";
import { redactReports } from "./redact-reports";
import { deleteRecords, rewriteNaming } from "./remove";

/** Counts what an erasure removes; `roundsWithout` are rounds that stay, and no longer name the investor. */
export type ErasureCounts = Awaited<ReturnType<typeof eraseRecord>>;

/** Counts what erasing the record would remove; changes nothing. */
export async function planErasure(pool: pg.Pool, find: (client: pg.ClientBase) => Promise<FoundRecord>) {
  return inTransaction(pool, async (client) => {
    const record = await find(client);
    const { counts, identities } = await readErasure(client, record);
    const { count: reports } = await redactReports(client, new Set(identities), false);
    return { record, counts: { ...counts, reports } };
  });
}

/** Erases the record, and leaves one row with the hashes of what identified it. Returns what was removed. */
export async function eraseRecord(
  pool: pg.Pool,
  find: (client: pg.ClientBase) => Promise<FoundRecord>,
  reason: string,
  now: Date,
) {
  return inTransaction(pool, async (client) => {
    // Imports wait until the end; readers do not.
    await lockImports(client);
    await client.query("set local dealflow.erase = 'on'");
    const record = await find(client);
    const { counts, identities, events } = await readErasure(client, record);
    const { count: reports, removedFrom } = await redactReports(client, new Set(identities), true);
    await withBulkIndexes(client, async () => {
      const gone = new Set([record.id]);
      for (const kind of record.kind === "investor" ? EVENT_KINDS : [])
        await rewriteNaming(client, null, kind, [record.id], (text) => detachParties(text, gone));
      for (const { kind, ids } of events) await deleteRecords(client, kind, ids);
      await deleteRecords(client, record.kind, [record.id]);
      await eraseCopies(client, record, [record.id, ...events.flatMap(({ ids }) => ids)], removedFrom);
    });
    const hash = createIdentityHash(await loadErasureKey(client));
    await client.query("insert into erasures (id, kind, erased_at, reason, identities) values ($1, $2, $3, $4, $5)", [
      newId(),
      record.kind,
      now,
      reason,
      identities.map((one) => Buffer.from(hash(one), "hex")),
    ]);
    return { ...counts, reports };
  });
}

/** Reads the events that are about a company or person, and go with it, and the texts that identify it and them. */
async function readErasure(client: pg.ClientBase, { kind, id }: FoundRecord) {
  const events: { kind: EventKind["kind"]; ids: string[] }[] = [];
  const identities = await loadIdentities(client, kind, [id]);
  for (const one of EVENT_KINDS) {
    const ids = await eventIds(client, kind, id, one);
    events.push({ kind: one.kind, ids });
    identities.push(...(await loadIdentities(client, one.kind, ids)));
  }
  const { rows } = await client.query<{ roundsWithout: number; keys: number; formerNames: number }>(
    `select (select count(distinct event_id) from funding_event_investors where investor_id = $1)::integer as "roundsWithout",
       (select count(*) from external_keys where id = $1)::integer as keys,
       (select count(*) from company_former_names where company_id = $1)::integer as "formerNames"`,
    [id],
  );
  const { roundsWithout, keys, formerNames } = rows[0] ?? { roundsWithout: 0, keys: 0, formerNames: 0 };
  const number = (of: RecordKind) => events.find((one) => one.kind === of)?.ids.length ?? 0;
  const [rounds, acquisitions, moves] = [number("funding"), number("acquisition"), number("exec_move")];
  const counts = { rounds, acquisitions, moves, roundsWithout, keys, formerNames };
  return { counts, identities: [...new Set(identities)], events };
}

async function eventIds(client: pg.ClientBase, kind: RecordKind, id: string, events: EventKind): Promise<string[]> {
  if (kind === events.kind) return [id];
  if (kind !== "company" && kind !== "person") return [];
  const { rows } = await client.query<{ id: string }>(events.naming, [[id]]);
  return rows.map((row) => row.id);
}

async function loadIdentities(client: pg.ClientBase, kind: RecordKind, ids: readonly string[]): Promise<string[]> {
  const domains: Partial<Record<RecordKind, string>> = {
    company: "array(select domain from company_domains d where d.company_id = t.id)",
    investor: "array_remove(array[t.domain], null)",
  };
  const isEvent = EVENT_KINDS.some((one) => one.kind === kind);
  const { rows } = await client.query<{
    keys: { source: string; key: string }[];
    domains: string[];
    at: Date | null;
    name: string;
  }>(
    `select (select coalesce(json_agg(json_build_object('source', k.source, 'key', k.key)), '[]')
         from external_keys k where k.id = t.id and k.kind = $2) as keys,
       ${domains[kind] ?? "array[]::text[]"} as domains, ${isEvent ? "t.announced_at" : "null::timestamptz"} as at,
       ${isEvent ? "''" : "t.name"} as name
     from ${RECORD_TABLES[kind]} t where t.id = any($1::uuid[])`,
    [ids, kind],
  );
  return rows.flatMap(({ keys, domains: found, at, name }) => [
    ...storedIdentities(kind, keys, found, at),
    ...nameIdentities(kind, name),
  ]);
}
