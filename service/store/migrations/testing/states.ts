/**
 * Databases as every committed state of the migrations made them. The old texts are the files of those commits; what is
 * not listed for a state is as it is today.
 */
import pg from "pg";
import { companyFacts, insertDeal, insertMove, insertPerson, insertRound } from "@/service/http/testing/fixtures";
import { copyRows } from "@/service/ingest/copy";
import { COMPANY_ROWS } from "@/service/ingest/table-rows";
import { type CompanyFacts, searchText } from "@/service/records/company";
import { type InvestorFacts, investorRecord } from "@/service/records/investor";
import { MIGRATIONS } from "../../migrate";
import { newId } from "../../new-id";
import type { TestDatabase } from "../../testing";
import { sql as initialAtE3d9ac3 } from "./0001-initial.e3d9ac3";
import { sql as interfaceAt9a25a95 } from "./0002-whole-interface.9a25a95";
import { sql as totalsAt9a25a95 } from "./0003-totals.9a25a95";
import { sql as totalsAt0698eb5 } from "./0003-totals.0698eb5";
import { sql as peopleAt5968dab } from "./0006-people.5968dab";
import { sql as peopleAtA3e7c1b } from "./0006-people.a3e7c1b";
import { sql as peopleAtEc5a208 } from "./0006-people.ec5a208";
import { sql as peopleAtF896c6e } from "./0006-people.f896c6e";
import { sql as peopleAtF944aa2 } from "./0006-people.f944aa2";
import { sql as peopleAtF977863 } from "./0006-people.f977863";

export interface State {
  /** The first commit that had it. */
  readonly commit: string;
  /** The last migration that it had. */
  readonly last: string;
  /** Texts that were edited since. */
  readonly texts: Readonly<Record<string, string>>;
}

const FIRST = { "0002-whole-interface": interfaceAt9a25a95, "0003-totals": totalsAt9a25a95 };
const state = (commit: string, last: string, texts: State["texts"] = {}): State => ({ commit, last, texts });

export const STATES: readonly State[] = [
  state("e3d9ac3", "0001-initial", { "0001-initial": initialAtE3d9ac3 }),
  state("5699352", "0001-initial"),
  state("9a25a95", "0003-totals", FIRST),
  state("0698eb5", "0003-totals", { ...FIRST, "0003-totals": totalsAt0698eb5 }),
  state("8becb46", "0003-totals", { "0003-totals": totalsAt0698eb5 }),
  state("d95c2c1", "0003-totals"),
  state("b02080a", "0005-views"),
  state("5968dab", "0006-people", { "0006-people": peopleAt5968dab }),
  state("f977863", "0006-people", { "0006-people": peopleAtF977863 }),
  state("f944aa2", "0006-people", { "0006-people": peopleAtF944aa2 }),
  state("a3e7c1b", "0006-people", { "0006-people": peopleAtA3e7c1b }),
  state("f896c6e", "0006-people", { "0006-people": peopleAtF896c6e }),
  state("ec5a208", "0006-people", { "0006-people": peopleAtEc5a208 }),
  state("6c7b2bf", "0006-people"),
  // One that was made at the beginning of 0002 and upgraded at every edit since.
  state("9a25a95, upgraded", "0006-people", { ...FIRST, "0006-people": peopleAt5968dab }),
];

/** What a committed state had: repairs came later. */
const RELEASED = ["0001-initial", "0002-whole-interface", "0003-totals", "0005-views", "0006-people"];

/** Makes the database anew as that state made one, with rows written while each migration was the last. */
export async function makeState(database: TestDatabase, { last, texts }: State): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("drop schema public cascade; create schema public");
    await client.query(
      "create table schema_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    for (const name of RELEASED.slice(0, RELEASED.indexOf(last) + 1)) {
      await client.query(texts[name] ?? MIGRATIONS.find((one) => one.name === name)?.sql ?? "");
      await client.query("insert into schema_migrations (name) values ($1)", [name]);
      await ROWS[name]?.(database.pool, client);
    }
  } finally {
    await client.end();
  }
}

const DEMO = "11111111-1111-7111-8111-111111111111";
const RESEARCH = "22222222-2222-7222-8222-222222222222";
const PERSON = "33333333-3333-7333-8333-333333333333";
const DAY = new Date("2026-11-01T00:00:00.000Z");

const ROWS: Readonly<Record<string, (pool: pg.Pool, client: pg.Client) => Promise<void>>> = {
  "0001-initial": async (pool, client) => {
    const companies: readonly CompanyFacts[] = [
      companyFacts({
        name: "Ardholt",
        description: "Makes quiet engines for ab\u4e2d, in \u65e5\u672c and \u041c\u043e\u0441\u043a\u0432\u0430.",
      }),
      // Two letters between characters beyond ASCII, where trigrams don't find them.
      companyFacts({ name: "Brenwick", domain: "brenwick.example", description: "Loud engines, \u4e2dab\u6587." }),
    ];
    // Of today's columns one came later.
    const terms = COMPANY_ROWS.columns.indexOf("search_terms");
    await copyRows(
      client,
      {
        ...COMPANY_ROWS,
        columns: COMPANY_ROWS.columns.toSpliced(terms, 1),
        row: (facts) => COMPANY_ROWS.row(facts).toSpliced(terms, 1),
      },
      companies.map((facts) => ({ ...facts, demo: false })),
    );
    const [target, acquirer] = companies;
    if (target === undefined || acquirer === undefined) throw new Error("two companies are made");
    for (const round of ["seed", "series-a"] as const) await insertRound(pool, target, { round });
    await insertRound(pool, "Unresolved", { amountUsdCents: null });
    await insertDeal(pool, acquirer, target);
    await insertMove(pool, await insertPerson(pool), target);
    for (const [name, hqCountry] of [
      ["Northbeam Capital", "US"],
      ["Without a country", null],
    ] as const)
      await insertInvestor(client, name, hqCountry);
    await client.query(
      `insert into workspaces (id, name, balance, created_at) values ('${DEMO}', 'Demo', 90, $1), ('${RESEARCH}', 'Research', 5, $1)`,
      [DAY],
    );
    await client.query(
      `insert into api_keys (id, workspace_id, name, prefix, hash, last_four, created_at)
       values ($2, '${DEMO}', 'Dashboard', 'df_live_', '\\x01', 'abcd', $1), ($3, '${RESEARCH}', 'laptop', 'df_live_', '\\x02', 'wxyz', $1)`,
      [DAY, newId(), newId()],
    );
    const entries: [string, number, number][] = [
      [DEMO, 100, 100],
      [DEMO, -10, 90],
      [RESEARCH, 5, 5],
    ];
    for (const [workspaceId, delta, balance] of entries)
      await client.query(
        "insert into ledger (id, workspace_id, endpoint, delta, balance_after, at) values ($1, $2, 'test', $3, $4, $5)",
        [newId(), workspaceId, delta, balance, DAY],
      );
    await client.query(`insert into settings values ('a fact', '{"kept": true}')`);
  },
  "0002-whole-interface": async (_pool, client) => {
    // A night: figures that the ranks of an early 0003 did not follow.
    await client.query(
      "update company_figures set raised_last_12m_usd_cents = 700, known_people = 3, has_founder = true",
    );
    await client.query(
      `insert into idempotent_answers (workspace_id, key, fingerprint, headers, body, at)
       values ('${DEMO}', 'retry-1', '\\x03', '{}', '{"success": true}', $1)`,
      [DAY],
    );
  },
  "0003-totals": async (_pool, client) => {
    await client.query("update company_figures set raised_last_12m_usd_cents = 900");
  },
  "0005-views": async (_pool, client) => {
    await client.query(
      `insert into saved_views (workspace_id, id, name, feed, query, shared, last_seen_at, created_at)
       values ('${DEMO}', $2, 'Seed rounds', 'funding', 'round=seed', true, $1, $1)`,
      [DAY, newId()],
    );
    await client.query(
      `insert into watched_companies (workspace_id, company_id, name, note, added_at)
       select '${DEMO}', id, name, 'a note', $1 from companies`,
      [DAY],
    );
  },
  "0006-people": async (_pool, client) => {
    await client.query(
      `insert into users (id, name, email, created_at, updated_at) values ('${PERSON}', 'Ana', 'ana@example.org', $1, $1)`,
      [DAY],
    );
    await client.query(
      `insert into user_credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
       values ($2, '${PERSON}', '${PERSON}', 'credential', 'a hash', $1, $1)`,
      [DAY, newId()],
    );
    await client.query(
      `insert into user_sessions (id, user_id, workspace_id, token, expires_at, created_at, updated_at)
       values ($2, '${PERSON}', '${DEMO}', 'a token', 'infinity', $1, $1)`,
      [DAY, newId()],
    );
    await client.query(`insert into members values ('${DEMO}', '${PERSON}', 'owner', $1)`, [DAY]);
    await client.query(
      `insert into invitations (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
       values ($2, '${DEMO}', 'ben@example.org', 'member', '\\x04', '${PERSON}', $1, $1)`,
      [DAY, newId()],
    );
    await client.query(`insert into budgets (workspace_id, day) values ('${DEMO}', 50)`);
  },
};

async function insertInvestor(client: pg.Client, name: string, hqCountry: string | null): Promise<void> {
  const facts: InvestorFacts = {
    ...{ id: newId(), name, type: "vc", hqCountry, domain: null },
    ...{ firstSeenAt: DAY, lastSeenAt: DAY, createdAt: DAY, updatedAt: DAY },
  };
  await client.query(
    `insert into investors (id, name, type, hq_country, created_at, updated_at, search_text, record)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [facts.id, name, facts.type, hqCountry, DAY, searchText(name), JSON.stringify(investorRecord(facts))],
  );
}
