/** Loads and removes the demo data set. */
import type pg from "pg";
import { refreshMetrics } from "@/service/metrics/refresh";
import { takeChangeInstant } from "@/service/store/change-order";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { copyRows } from "../copy";
import { lockImports } from "../imports/imports";
import {
  ACQUISITION_ROWS,
  COMPANY_ROWS,
  DOMAIN_ROWS,
  EVENT_INVESTOR_ROWS,
  FUNDING_ROWS,
  INVESTOR_ROWS,
  MOVE_ROWS,
  PERSON_ROWS,
  placed,
  SOURCE_ROWS,
} from "../table-rows";
import { isUnnamed } from "../withdraw/references";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { type ChangeInstants, createMarket, FULL_MARKET, type Market, type MarketSize } from "./market";

export const DEFAULT_SEED = 20_261_120;
/** This number distinguishes the lock of the demo data from other advisory locks. */
const LOCK = 20_261_120;

export interface LoadOptions {
  /** The market ends at this instant. */
  readonly now: Date;
  readonly seed?: number;
  readonly size?: MarketSize;
  readonly log: (sentence: string) => void;
}

interface DemoLoad extends MarketSize {
  readonly ms: number;
}

/**
 * Loads the demo data set unless this database had it before: demo data that an operator removed does not come back
 * automatically. Returns undefined when there was nothing to do.
 */
export async function loadDemoOnce(pool: pg.Pool, options: LoadOptions): Promise<DemoLoad | undefined> {
  return (await demoNote(pool)) === undefined ? load(pool, options, true) : undefined;
}

/** Loads the demo data set, also after it was removed; throws when it is there. */
export async function loadDemo(pool: pg.Pool, options: LoadOptions): Promise<DemoLoad> {
  const loaded = await load(pool, options, false);
  if (loaded === undefined) throw new Error("The demo data is already loaded.");
  return loaded;
}

export async function hasDemo(pool: pg.Pool): Promise<boolean> {
  return (await demoNote(pool))?.loaded === true;
}

/** Loads in one transaction: an interrupted load leaves nothing. */
async function load(pool: pg.Pool, options: LoadOptions, once: boolean): Promise<DemoLoad | undefined> {
  const startedAt = performance.now();
  const size = options.size ?? FULL_MARKET;
  const loaded = await inTransaction(pool, async (client) => {
    // Two programs may start together on an empty database: the second waits here and finds the note.
    await lockDemo(client);
    const note = await demoNote(client);
    if (note?.loaded === true || (once && note !== undefined)) return false;
    await withBulkIndexes(client, async () => {
      await lockImports(client);
      const changed = await changeInstants(client, options.now);
      await writeMarket(
        client,
        await createMarket(options.seed ?? DEFAULT_SEED, options.now, size, changed),
        options.now,
      );
    });
    await writeNote(client, { loaded: true, at: options.now.toISOString(), ...size });
    return true;
  });
  if (!loaded) return undefined;
  // Without statistics the first pages would be planned as if the tables were empty.
  await pool.query("analyze");
  await refreshMetrics(pool, options.now);
  const ms = Math.round(performance.now() - startedAt);
  options.log(
    `Loaded the demo data: ${size.companies} companies, ${size.rounds} rounds, in ${(ms / 1000).toFixed(1)} s.`,
  );
  return { ...size, ms };
}

/**
 * Returns the instants of changes. An empty directory may begin with a history; in any other, added records come after
 * everything that was read, or readers who return with their last cursor would miss them.
 */
async function changeInstants(client: pg.ClientBase, now: Date): Promise<ChangeInstants> {
  const instant = async (directory: "companies" | "investors") => {
    const untouched = await client.query(
      "select from feeds where feed = $1 and changed_at = '0001-01-01T00:00:00Z' for update",
      [directory],
    );
    return untouched.rowCount === 1 ? undefined : takeChangeInstant(client, directory, now);
  };
  return { companies: await instant("companies"), investors: await instant("investors") };
}

async function writeMarket(client: pg.ClientBase, market: Market, now: Date): Promise<void> {
  await copyRows(client, COMPANY_ROWS, market.companies);
  await copyRows(client, DOMAIN_ROWS, domains(market, now));
  await copyRows(client, INVESTOR_ROWS, market.investors);
  await copyRows(client, PERSON_ROWS, market.people);
  await copyRows(client, FUNDING_ROWS, market.rounds());
  await copyRows(client, ACQUISITION_ROWS, market.acquisitions());
  await copyRows(client, MOVE_ROWS, market.moves());
  await copyRows(client, EVENT_INVESTOR_ROWS, placed(getParts(market, "investors")));
  await copyRows(client, SOURCE_ROWS, placed(getParts(market, "sources")));
}

function* domains(market: Market, seenAt: Date) {
  for (const { id, domain } of market.companies)
    if (domain !== null) yield { domain, companyId: id, seenAt, importId: null };
}

function* getParts<K extends "investors" | "sources">(market: Market, name: K) {
  for (const event of market.parts()) yield { eventId: event.eventId, parts: event[name] };
}

/** Lets one program at a time load or remove the demo data. A lock of the table would stop the checks of `/readyz`, too. */
async function lockDemo(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
}

/** Removes demo records and only those; a demo company, investor or person that an imported event names stays. */
export async function removeDemo(pool: pg.Pool) {
  return inTransaction(pool, async (client) => {
    await lockDemo(client);
    await lockImports(client);
    const remove = async (kind: RecordKind) => {
      const { rowCount } = await client.query(`delete from ${RECORD_TABLES[kind]} t where demo and ${isUnnamed(kind)}`);
      return rowCount ?? 0;
    };
    const removeEvents = async (kind: RecordKind) => {
      for (const part of ["event_sources where event_id", "external_keys where id"])
        await client.query(`delete from ${part} in (select id from ${RECORD_TABLES[kind]} where demo)`);
      return remove(kind);
    };
    const removeEntities = async (kind: RecordKind) => {
      const count = await remove(kind);
      await client.query(
        `delete from external_keys k where kind = $1
           and not exists (select from ${RECORD_TABLES[kind]} t where t.id = k.id)`,
        [kind],
      );
      return count;
    };
    const removed = {
      rounds: await removeEvents("funding"),
      acquisitions: await removeEvents("acquisition"),
      moves: await removeEvents("exec_move"),
      companies: await removeEntities("company"),
      investors: await removeEntities("investor"),
      people: await removeEntities("person"),
    };
    await writeNote(client, { loaded: false });
    return removed;
  });
}

interface Note {
  readonly loaded: boolean;
}

async function demoNote(client: pg.Pool | pg.ClientBase): Promise<Note | undefined> {
  const { rows } = await client.query<{ loaded: boolean }>(
    "select (value ->> 'loaded')::boolean as loaded from settings where name = 'demo'",
  );
  return rows[0];
}

async function writeNote(client: pg.ClientBase, note: Note & Record<string, unknown>): Promise<void> {
  await client.query(
    "insert into settings (name, value) values ('demo', $1) on conflict (name) do update set value = excluded.value",
    [JSON.stringify(note)],
  );
}
