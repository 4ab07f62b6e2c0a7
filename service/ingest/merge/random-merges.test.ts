/**
 * Tests random sequences of imports, corrections, merges, undos and purchases: nobody pays twice for what they own, ledgers add up,
 * corrected values stay, and once all merges and corrections are undone every company has the sources that report it. Among
 * companies that are easily confused, records are withdrawn and erased as well, and no event is announced twice.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { addPerson, insertOwnedWorkspace, join } from "@/service/accounts/members/testing";
import { createViews } from "@/service/accounts/views";
import { openDebits } from "@/service/credits/debit";
import { grantCredits, readBalance } from "@/service/credits/ledger";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { subscribe } from "@/service/webhooks/testing/subscriptions";
import { correctRecord } from "../correct/correct";
import { COMMAND_LINE, ImportError } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { emptyRecords, importLines } from "../testing";
import { type ConfusableRow, type FileOfRows, Random } from "../testing/random-rows";
import { eraseRecord } from "../withdraw/erase";
import { findAnyRecord } from "../withdraw/find-record";
import { retractRecord } from "../withdraw/retract";
import { mergeByHand } from "./merge";

/** Each test runs this many sequences; `npm run test:long` has the full count. */
const SEQUENCES = process.env.DEALFLOW_LONG === "1" ? 1_000 : 2;
const STEPS = 14;
const CREDITS = 1_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const TABLES = ["companies", "funding_events"] as const;
const ALL_TABLES = [...TABLES, "acquisitions"] as const;
const EVENT_TABLES = ["funding_events", "acquisitions"] as const;
type Tables = typeof TABLES | typeof ALL_TABLES;
type Table = (typeof ALL_TABLES)[number];

/** Returns undefined for a change that is refused with a reason; any other failure is a fault. */
async function unlessRefused<T>(change: Promise<T>): Promise<T | undefined> {
  return change.catch((error: unknown) => {
    if (error instanceof ImportError) return undefined;
    throw error;
  });
}

class Sequence {
  readonly #random: Random;
  #imports: readonly (FileOfRows & { readonly id: number; readonly at: Date })[] = [];
  /** The merges, corrections and withdrawals that are in force. */
  #changes: readonly number[] = [];
  #corrections: readonly { readonly id: number; readonly record: string; readonly cents: number }[] = [];
  readonly #files: FileOfRows<ConfusableRow>[] = [];
  readonly #bought = new Set<string>();
  #now = Date.parse("2026-01-01T00:00:00.000Z");

  constructor(
    seed: number,
    private readonly buyer: { readonly workspaceId: string; readonly personId: string },
  ) {
    this.#random = new Random(seed);
  }

  async step(): Promise<void> {
    const choice = this.#random.next();
    if (choice < 0.3) await this.#import(this.#random.createRounds());
    else if (choice < 0.4) await this.#correctAmount();
    else if (choice < 0.6) await this.#merge(TABLES);
    else if (choice < 0.8) await this.#buy(TABLES);
    else await this.#undo();
  }

  async stepAmongConfusable(): Promise<void> {
    const choice = this.#random.next();
    if (choice < 0.25) await this.#import(this.#createConfusableRows());
    else if (choice < 0.45) await this.#importWithNotification(this.#createConfusableRows());
    else if (choice < 0.5) await this.#correctAmount();
    else if (choice < 0.6) await this.#correctCompanies();
    else if (choice < 0.67) await this.#merge(ALL_TABLES);
    else if (choice < 0.77) await this.#buy(ALL_TABLES);
    else if (choice < 0.83) await this.#withdraw();
    else if (choice < 0.85) await this.#erase();
    else await this.#undo();
  }

  #tick(): Date {
    this.#now += 60_000;
    return new Date(this.#now);
  }

  #createConfusableRows(): FileOfRows {
    const earlier = this.#random.pick(this.#files);
    // Files of imports that were undone are stated again too: what they removed comes back otherwise.
    const file =
      earlier !== undefined && this.#random.next() < 0.4
        ? { ...earlier, lines: earlier.lines.map((line) => this.#random.restate(line)) }
        : this.#random.createConfusableRows();
    this.#files.push(file);
    return file;
  }

  async #import({ source, lines }: FileOfRows): Promise<void> {
    if (lines.length === 0) return;
    const at = this.#tick();
    const { id } = await importLines(database.pool, lines, { source, now: at });
    this.#imports = [...this.#imports, { id, source, lines, at }];
  }

  /** Fails when it announces an event that was known before, under either of its two ids. */
  async #importWithNotification({ source, lines }: FileOfRows): Promise<void> {
    const known = await this.#events();
    const before = await this.#announced();
    const at = this.#tick();
    // What a later batch finds out may make an event of an earlier one a known event after it was announced.
    const { id } = await importLines(database.pool, lines, { source, now: at, notify: true, batchRows: lines.length });
    this.#imports = [...this.#imports, { id, source, lines, at }];
    const announced = (await this.#announced()).filter((one) => !before.includes(one));
    const { rows } = await database.pool.query(
      "select current_record(id) as id from unnest($1::uuid[]) known (id) intersect select unnest($2::uuid[])",
      [known.map((one) => one.id), announced],
    );
    expect(rows, "known events that were announced").toEqual([]);
    // The plan of the workspace includes what its webhooks deliver.
    for (const one of await this.#events()) if (announced.includes(one.id)) this.#bought.add(`${one.table} ${one.id}`);
  }

  async #events(): Promise<{ table: Table; id: string }[]> {
    const found = [];
    for (const table of EVENT_TABLES) for (const id of await this.#ids(table)) found.push({ table, id });
    return found;
  }

  async #announced(): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(
      "select record_id as id from webhook_events union select record_id from inbox_items",
    );
    return rows.map(({ id }) => id);
  }

  async #ids(table: Table): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} order by id`);
    return rows.map(({ id }) => id);
  }

  async #merge(tables: Tables): Promise<void> {
    const ids = await this.#ids(this.#random.pick(tables));
    const [one, other] = [this.#random.pick(ids), this.#random.pick(ids)];
    if (one === undefined || other === undefined || one === other) return;
    const merged = await unlessRefused(mergeByHand(database.pool, [one, other], this.#tick()));
    if (merged !== undefined) this.#changes = [...this.#changes, Number(merged.id)];
  }

  async #correctAmount(): Promise<void> {
    const record = this.#random.pick(await this.#ids("funding_events"));
    if (record === undefined) return;
    const at = this.#tick();
    const cents = at.getTime() / 1_000;
    const corrected = await this.#correct(record, { amount: `$${cents / 100}` }, at);
    if (corrected !== undefined)
      this.#corrections = [...this.#corrections, { id: Number(corrected.id), record, cents }];
  }

  /** Corrects the company of a round, or one side of a deal or both. */
  async #correctCompanies(): Promise<void> {
    const table = this.#random.pick(EVENT_TABLES);
    const sides = table === "funding_events" ? ["company"] : this.#random.pick([["target"], ["acquirer", "target"]]);
    const record = this.#random.pick(await this.#ids(table));
    if (record === undefined) return;
    const values = sides.flatMap((side) => {
      const { name, domain } = this.#random.createCompany();
      return [[`${side}.name`, name], ...(domain === undefined ? [] : [[`${side}.domain`, domain]])];
    });
    await this.#correct(record, Object.fromEntries(values), this.#tick());
  }

  async #correct(record: string, values: Readonly<Record<string, string>>, at: Date) {
    const corrected = await unlessRefused(
      correctRecord(
        database.pool,
        (client) => findAnyRecord(client, record),
        { values: new Map(Object.entries(values)), reason: "it says so", by: COMMAND_LINE },
        at,
      ),
    );
    if (corrected !== undefined) this.#changes = [...this.#changes, Number(corrected.id)];
    return corrected;
  }

  async #withdraw(): Promise<void> {
    const record = this.#random.pick(await this.#ids(this.#random.pick(ALL_TABLES)));
    if (record === undefined) return;
    const { id } = await retractRecord(
      database.pool,
      (client) => findAnyRecord(client, record),
      { source: "retraction", reason: "it is wrong" },
      this.#tick(),
    );
    this.#changes = [...this.#changes, Number(id)];
  }

  async #erase(): Promise<void> {
    const record = this.#random.pick(await this.#ids(this.#random.pick(ALL_TABLES)));
    if (record === undefined) return;
    await eraseRecord(database.pool, (client) => findAnyRecord(client, record), "a request", this.#tick());
    // Corrections of other events that named the company are erased with it.
    this.#corrections = [];
  }

  async #buy(tables: Tables): Promise<void> {
    const kind = this.#random.pick(tables);
    const id = this.#random.pick(await this.#ids(kind));
    if (id === undefined) return;
    const { balance } = await readBalance(database.pool, this.buyer.workspaceId);
    const { credits } = await openDebits(database.pools.debits, () => this.#tick()).charge({
      ...this.buyer,
      ...{ requestId: newId(), keyId: null, endpoint: `${kind}.list`, feed: kind, limit: undefined, records: 1 },
      once: { items: [{ kind, id }], since: null },
    });
    if (await this.#isOwned(kind, id)) expect(credits).toBe(0);
    expect((await readBalance(database.pool, this.buyer.workspaceId)).balance).toBe(balance - credits);
    this.#bought.add(`${kind} ${id}`);
  }

  /** Tells whether this record, or one that became part of it, was bought. */
  async #isOwned(kind: Table, id: string): Promise<boolean> {
    const ids = [...this.#bought].flatMap((one) => (one.startsWith(`${kind} `) ? [one.slice(kind.length + 1)] : []));
    const { rowCount } = await database.pool.query(
      "select from unnest($1::uuid[]) bought (id) where current_record(id) = $2",
      [ids, id],
    );
    return rowCount !== 0;
  }

  /** Undoes a change or an import, at random. */
  async #undo(): Promise<void> {
    const id = this.#random.pick([...this.#changes, ...this.#imports.map((one) => one.id)]);
    if (id === undefined) return;
    await undoImport(database.pool, id, this.#tick());
    this.#changes = this.#changes.filter((one) => one !== id);
    this.#corrections = this.#corrections.filter((one) => one.id !== id);
    this.#imports = this.#imports.filter((one) => one.id !== id);
  }

  /** Fails when a record that was bought is not owned, a merge left something behind, or an event was announced twice. */
  async check(): Promise<void> {
    const { workspaceId } = this.buyer;
    const { rows: ledger } = await database.pool.query<{ sum: number }>(
      "select coalesce(sum(delta), 0)::integer as sum from ledger where workspace_id = $1",
      [workspaceId],
    );
    expect(ledger[0]?.sum).toBe((await readBalance(database.pool, workspaceId)).balance);
    for (const bought of this.#bought) {
      const [kind, id] = bought.split(" ");
      const { rows } = await database.pool.query(
        `select from purchased_records
         where workspace_id = $1 and kind = $2 and record_id in ($3, current_record($3)) having count(distinct record_id) =
           (select count(distinct id) from unnest(array[$3::uuid, current_record($3)]) both_ids (id))`,
        [workspaceId, kind, id],
      );
      expect(rows, `${bought} is owned`).toHaveLength(1);
    }
    const { rows: left } = await database.pool.query(
      `select id from merged_records where id in (
         select id from companies union all select id from funding_events union all select id from acquisitions)
       union all select id from funding_events where company_id::text is distinct from record::json -> 'company' ->> 'id'
       union all select id from acquisitions where target_id::text is distinct from record::json -> 'target' ->> 'id'
         or acquirer_id::text is distinct from record::json -> 'acquirer' ->> 'id'
       union all select id from external_keys k where kind = 'company' and source <> ''
         and exists (select from merged_records m where m.id = k.id)`,
    );
    expect(left).toEqual([]);
    const { rows: twice } = await database.pool.query(
      `select e.record_id from webhook_deliveries d join webhook_events e on e.id = d.event_id
       group by d.subscription_id, e.record_id having count(*) > 1
       union all select record_id from inbox_items group by workspace_id, record_id having count(*) > 1`,
    );
    expect(twice, "events that were announced twice").toEqual([]);
    await this.#checkCorrections();
  }

  /** Fails when a round does not have its latest correction; rounds that were merged have one of either. */
  async #checkCorrections(): Promise<void> {
    const latest = new Map(this.#corrections.map(({ record, cents }) => [record, cents] as const));
    const { rows } = await database.pool.query<{ id: string; cents: number }>(
      `select id, (record::jsonb -> 'amountUsdCents')::float8 as cents from funding_events e
       where id = any($1::uuid[]) and not exists (select from merged_records m where m.into_id = e.id)`,
      [[...latest.keys()]],
    );
    for (const { id, cents } of rows) expect(cents).toBe(latest.get(id));
  }

  /** Returns what is reported once all merges and corrections are undone. */
  async reported(): Promise<unknown> {
    const changes = this.#changes.toSorted((one, other) => other - one);
    for (const id of changes) await undoImport(database.pool, id, this.#tick());
    this.#changes = [];
    this.#corrections = [];
    return reportedCompanies();
  }

  /** Returns the same of the imports that are in force, run once more. */
  async importedAgain(): Promise<unknown> {
    await emptyRecords(database.pool);
    for (const { source, lines, at } of this.#imports) await importLines(database.pool, lines, { source, now: at });
    return reportedCompanies();
  }
}

const round = z.looseObject({
  company: z.looseObject({ name: z.string() }),
  sources: z.array(z.looseObject({ outlet: z.string() })),
});

/**
 * Returns the companies, and which sources tell of a round of each. How rounds of two sources were joined depends on what the
 * merges that were in force then let an import see.
 */
async function reportedCompanies(): Promise<unknown> {
  const { rows } = await database.pool.query<{ record: string }>("select record from funding_events");
  const reports = rows.flatMap(({ record }) => {
    const { company, sources } = round.parse(JSON.parse(record));
    return sources.map(({ outlet }) => `${company.name}: ${outlet}`);
  });
  const companies = await database.pool.query<{ text: string }>(
    "select concat_ws(' | ', name, domain, hq_city) as text from companies order by 1",
  );
  return { reports: [...new Set(reports)].sort(), companies: companies.rows.map(({ text }) => text) };
}

async function startSequence(seed: number, workspaceId: string, personId: string): Promise<Sequence> {
  await emptyRecords(database.pool);
  await grantCredits(database.pool, workspaceId, CREDITS, new Date());
  return new Sequence(seed, { workspaceId, personId });
}

async function runSequence(seed: number): Promise<void> {
  const person = await addPerson(database.pool, "Olga");
  const sequence = await startSequence(seed, await insertOwnedWorkspace(database.pool, person), person.id);
  for (let step = 0; step < STEPS; step++) {
    await sequence.step();
    await sequence.check();
  }
  const separated = await sequence.reported();
  await sequence.check();
  expect(separated).toEqual(await sequence.importedAgain());
}

async function runAmongConfusable(seed: number): Promise<void> {
  // Webhooks and views of earlier sequences would be notified too.
  await database.pool.query("truncate webhook_subscriptions, webhook_events, saved_views, inbox_positions cascade");
  const person = await addPerson(database.pool, "Olga");
  const { workspaceId } = await subscribe(database.pool, { "funding.created": "", "acquisition.created": "" });
  await join(database.pool, workspaceId, person, "owner");
  const view = { query: "", columns: null, sort: null, shared: true };
  const views = [
    { ...view, name: "Rounds", feed: "funding" as const },
    { ...view, name: "Deals", feed: "acquisitions" as const },
  ];
  await createViews(database.pool, { workspaceId, personId: person.id }, views, new Date());
  const sequence = await startSequence(seed, workspaceId, person.id);
  for (let step = 0; step < STEPS; step++) {
    await sequence.stepAmongConfusable();
    await sequence.check();
  }
}

it.each([
  [
    "imports, corrections, merges, undos and purchases keep what was bought and corrected, and leave nothing behind",
    runSequence,
  ],
  ["changes to companies that are easily confused end with no error and announce no event twice", runAmongConfusable],
])(
  `${SEQUENCES} random sequences of %s`,
  async (_, run) => {
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      // The number of a sequence that fails is all that is needed to run it again.
      await run(seed).catch((error: unknown) => {
        throw new Error(`sequence ${seed}: ${error}`, { cause: error });
      });
    }
  },
  60 * 60_000,
);
