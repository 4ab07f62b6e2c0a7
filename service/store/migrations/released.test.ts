/** A database that any committed state of the migrations made becomes what a fresh one is, and loses nothing. */

import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { indexedTerms } from "@dealflow/contract/search-text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "@/service/accounts/keys";
import { hashToken } from "@/service/accounts/token";
import { createApp } from "@/service/http/app";
import { testServices } from "@/service/http/testing/service";
import { MIGRATIONS, migrate } from "../migrate";
import { openPools } from "../pools";
import { type TestDatabase, testDatabase } from "../testing";
import checksums from "./checksums.json";
import { readCatalog } from "./testing/catalog";
import { makeState, STATES } from "./testing/states";

/** What rows an upgrade must leave as they are, by the table they stand in. */
const STORED: Readonly<Record<string, string>> = {
  companies: "id, name, domain, facets, search_text, record, created_at, updated_at",
  investors: "id, name, search_text, record, created_at, updated_at",
  people: "id, name",
  funding_events: "id, company_id, stated_company, round, amount_usd_cents, announced_at, facets, record",
  acquisitions: "id, acquirer_id, target_id, announced_at, facets, record",
  exec_moves: "id, person_id, company_id, announced_at, facets, record",
  workspaces: "id, name, balance, created_at",
  api_keys: "id, workspace_id, name, prefix, hash, last_four, created_at",
  ledger: "id, workspace_id, endpoint, delta, balance_after, at",
  settings: "name, value",
  idempotent_answers: "workspace_id, key, fingerprint, headers, body, at",
  saved_views: "workspace_id, id, name, feed, query, shared, created_at",
  watched_companies: "workspace_id, company_id, name, note",
  users: "id, name, email",
  user_credentials: "user_id, password",
  members: "workspace_id, user_id, role",
  invitations: "id, email, token_hash",
  budgets: "workspace_id, user_id, day, month",
};

async function rowsOf({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(STORED)) {
    const { rows } = await pool.query("select to_regclass($1) is not null as made", [table]);
    if (rows[0]?.made) tables[table] = (await pool.query(`select ${columns} from ${table} order by 1, 2`)).rows;
  }
  return tables;
}

it("is told from its checksum when a released migration was edited", () => {
  const now = Object.fromEntries(MIGRATIONS.map(({ name, checksum }) => [name, checksum]));
  // A released migration is never edited: write a new one, and add its checksum here.
  expect(now).toEqual(checksums);
});

let database: TestDatabase;
let fresh: Record<string, unknown[]>;
beforeAll(async () => {
  database = await testDatabase();
  fresh = await readCatalog(database.pool);
});
afterAll(() => database.drop());

describe.each(STATES)("a database of $commit", (state) => {
  let before: Record<string, unknown[]>;
  beforeAll(async () => {
    await makeState(database, state);
    before = await rowsOf(database);
    await migrate(database.url);
  });

  it("gets the schema of a fresh one, and its checksums", async () => {
    expect(await readCatalog(database.pool)).toEqual(fresh);
    const { rows } = await database.pool.query("select name, checksum from schema_migrations");
    expect(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))).toEqual(checksums);
    expect(await migrate(database.url)).toEqual([]);
  });

  it("keeps its rows", async () => {
    expect(Object.keys(before)).toEqual(expect.arrayContaining(["companies", "funding_events", "ledger"]));
    const after = await rowsOf(database);
    for (const [table, rows] of Object.entries(before))
      expect(after[table], table).toEqual(expect.arrayContaining(rows));
  });

  it("has what the schema of today keeps beside them: totals, tokens, the ledger in sequence, figures in the ranks, keys for the dashboard", async () => {
    const one = async (sql: string) => (await database.pool.query<{ found: unknown }>(sql)).rows[0]?.found;
    expect(await one("select json_object_agg(feed, total order by feed) as found from feeds")).toEqual({
      acquisitions: 1,
      companies: 2,
      exec_moves: 1,
      funding_events: 3,
      investors: 2,
    });
    expect(
      await one(`select json_agg(array[l.delta, l.sequence, w.ledger_sequence] order by w.name, l.sequence) as found
        from ledger l join workspaces w on w.id = l.workspace_id where w.name in ('Demo', 'Research')`),
    ).toEqual([
      [100, 1, 2],
      [-10, 2, 2],
      [5, 1, 1],
    ]);
    for (const table of ["companies", "investors"]) {
      const { rows } = await database.pool.query<{ text: string; terms: string[] }>(
        `select search_text as text, search_terms as terms from ${table}`,
      );
      for (const { text, terms } of rows) expect(terms.toSorted(), text).toEqual(indexedTerms(text).toSorted());
    }
    expect(await one("select count(*) as found from investors where facets @> array['c:unknown']")).toBe(1);
    expect(
      await one(`select count(*) as found from company_ranks r join company_figures f using (company_id)
        where r.raised_last_12m_usd_cents <> f.raised_last_12m_usd_cents`),
    ).toBe(0);
    expect(
      await one(`select count(*) as found from workspaces w
        where not exists (select from api_keys k where k.workspace_id = w.id and k.dashboard)`),
    ).toBe(0);
  });

  it("keeps people signed in, with the digest of their token, and counts their addresses as confirmed", async () => {
    const { rows } = await database.pool.query(
      "select s.token_hash, u.email_verified from users u join user_sessions s on s.user_id = u.id",
    );
    if ("users" in before) expect(rows).toEqual([{ token_hash: hashToken("a token"), email_verified: true }]);
    else expect(rows).toEqual([]);
  });

  it("answers searches, totals and charges", async () => {
    // Connections that prepared nothing while the database was another one.
    const pools = openPools(database.url);
    const services = testServices({ ...database, pools, pool: pools.jobs });
    const app = createApp(services);
    const { rows } = await database.pool.query<{ id: string }>("select id from workspaces where name = 'Demo'");
    const { key } = await createKey(database.pool, rows[0]?.id ?? "", "test", new Date());
    const request = async (path: string) => {
      const response = await app.request(path, { headers: { [API_KEY_HEADER]: key } });
      expect(response.status).toBe(200);
      return response.json();
    };
    const found = await request(`${FEEDS.companies.path}?search=engines+ab`);
    expect(found.data.map(({ name }: { name: string }) => name).sort()).toEqual(["Ardholt", "Brenwick"]);
    expect((await request(`${FEEDS.funding.path}?round=seed&includeTotal=true`)).pagination.total).toBe(2);
    expect(found.meta.creditsRemaining).toBe(88);
    await services.people.mail.close();
    await pools.close();
  });
});
