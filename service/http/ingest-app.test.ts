import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { emptyRecords, importLines } from "@/service/ingest/testing";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createIngestApp } from "./ingest-app";
import { listen, type RunningServer } from "./server";

const TOKEN = "a-token-of-a-source-0123456789";
let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await testDatabase();
  const app = createIngestApp({ pool: database.pool, token: TOKEN, log: pino({ level: "silent" }) });
  server = await listen(app, "127.0.0.1", 0, "INGEST_PORT");
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}/ingest/reports`, {
    method: "POST",
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const challenge = response.headers.get("WWW-Authenticate");
  return { status: response.status, challenge, json: Object(await response.json()) };
}

const round = (name: string, more = {}) => ({
  kind: "funding",
  record: { company: { name }, round: "seed", announcedAt: "2026-05-04", ...more },
});

/** Sends a report, and returns how many times the service wrote to the database and waited for its answer. */
async function exchanges(report: unknown, source = "wire"): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    expect(await send({ source, reports: [report] })).toMatchObject({ status: 200, json: { data: { refused: [] } } });
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

/** Returns how many rows of imports were read so far, and how many statements the connection that is used most has prepared. */
async function readState(): Promise<{ readonly imports: number; readonly prepared: number }> {
  await database.pool.query("select pg_stat_force_next_flush()");
  const { rows } = await database.pool.query<{ imports: number; prepared: number }>(
    `select (seq_tup_read + idx_tup_fetch)::integer as imports,
       (select count(*)::integer from pg_prepared_statements where name like 'batched_%') as prepared
     from pg_stat_user_tables where relname = 'imports'`,
  );
  return rows[0] ?? { imports: Number.NaN, prepared: Number.NaN };
}

/** Returns what the records say, without their ids and times. */
async function stored(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select (select jsonb_agg(to_jsonb(c) - '{id,created_at,updated_at,record}'::text[] order by name, domain) from companies c) as companies,
       (select jsonb_agg(jsonb_build_array(d.domain, c.name) order by d.domain) from company_domains d join companies c on c.id = d.company_id) as domains,
       (select jsonb_agg(jsonb_build_array(e.round, e.amount_usd_cents, e.announced_at, c.name, array(
          select i.name from funding_event_investors p join investors i on i.id = p.investor_id
          where p.event_id = e.id order by p.position)) order by e.announced_at, c.name, c.domain)
        from funding_events e left join companies c on c.id = e.company_id) as rounds,
       (select jsonb_agg(jsonb_build_array(kind, key) order by kind, key) from external_keys) as keys,
       (select jsonb_agg(jsonb_build_array(kind, key, rule) order by kind, key) from judgements) as judgements`,
  );
  return rows[0];
}

describe("POST /ingest/reports", () => {
  it("stores a batch as an import, and the same batch once", async () => {
    const body = { source: "wire", reports: [round("Quorvane"), { kind: "funding", record: {} }, round("Oakmesh")] };
    const first = await send(body);
    const refused = [
      { report: 1, reason: "announcedAt is missing: an event must have a date. company.name is missing." },
    ];
    expect(first).toMatchObject({ status: 200, json: { data: { rows: { added: 2, refused: 1 }, refused } } });
    const again = await send(body);
    expect(again.json.data).toEqual(first.json.data);
    const { rows } = await database.pool.query("select source, file, channel from imports");
    expect(rows).toEqual([{ source: "wire", file: "POST /ingest/reports", channel: "HTTP" }]);
  });

  it("lists the values that it leaves out of what it stores", async () => {
    const odd = round("Pellworth", { amountUsd: "n4", company: { name: "Pellworth", hqCountry: "Q4" } });
    const { json } = await send({ source: "wire", reports: [round("Ravensby"), odd] });
    expect(json.data).toMatchObject({ rows: { added: 2 }, refused: [] });
    const country = 'company.hqCountry "Q4" is not a known country; use its ISO 3166-1 code or English name.';
    expect(json.data.leftOut).toEqual([
      { report: 1, field: "company.hqCountry", value: "Q4", reason: country },
      { report: 1, field: "amountUsd", value: "n4", reason: 'amountUsd "n4" is not an amount of 0 or more.' },
    ]);
  });

  it("stores what an idempotency key names once, and refuses the key with another body", async () => {
    const key = { "Idempotency-Key": "one" };
    const batch = { source: "wire", reports: [round("Tarnfell")] };
    const first = await send(batch, key);
    await send({ source: "wire", reports: [round("Between")] });
    expect((await send(batch, key)).json.data).toEqual(first.json.data);
    const another = await send({ source: "wire", reports: [round("Another")] }, key);
    expect([another.status, another.json.error.message]).toEqual([
      400,
      "this Idempotency-Key was already used for another request",
    ]);
    const { rows } = await database.pool.query("select from funding_events where record like '%Another%'");
    expect(rows).toEqual([]);
  });

  it("stores what a source says again after it said something else", async () => {
    const amount = async (amountUsd: number) => {
      await send({ source: "returning", reports: [{ ...round("Harbell Foods", { amountUsd }), key: "42" }] });
      const { rows } = await database.pool.query<{ amount: number }>(
        `select amount_usd_cents / 100 as amount from funding_events e join external_keys k on k.id = e.id
         where k.source = 'returning' and k.key = '42'`,
      );
      return rows[0]?.amount;
    };
    for (const one of [1_000_000, 2_000_000, 1_000_000]) expect(await amount(one)).toBe(one);
  });

  it("stores a batch once that is sent twice together", async () => {
    const body = { source: "wire", reports: [round("Umberfold")] };
    const [one, other] = await Promise.all([send(body), send(body)]);
    expect(one).toMatchObject({ status: 200, json: { data: { rows: { added: 1 } } } });
    expect(other.json.data).toEqual(one.json.data);
  });

  it("leaves nothing of a batch that fails, and stores it when it is sent again", async () => {
    await database.pool.query("alter table import_reports add constraint refused check (line <> 2) not valid");
    const body = { source: "wire", reports: [round("Pellmore"), round("Vintrey")] };
    expect(await send(body)).toMatchObject({ status: 500 });
    const stored = "select from imports where ended_at is null union all select from companies where name = 'Pellmore'";
    expect((await database.pool.query(stored)).rowCount).toBe(0);
    await database.pool.query("alter table import_reports drop constraint refused");
    expect(await send(body)).toMatchObject({ status: 200, json: { data: { rows: { added: 2 } } } });
  });

  it("stores one report at a time as a file of them", async () => {
    const company = (name: string, facts = {}) => ({ kind: "company", key: name, record: { name, ...facts } });
    const reports = [
      company("Harrowgate $1 \\ 'Labs'", { domain: "harrowgate.example", hqCountry: "DE" }),
      round("Harrowgate $1 \\ 'Labs'", { investors: [{ name: "Fund $2" }, { name: "Fund $2 Seed" }], amountUsd: 5e6 }),
      company("Harrowgate $1 \\ 'Labs'", { domain: "harrowgate.example", foundedYear: 2019 }),
      round("Brindlecote", { company: { name: "Brindlecote", domain: "brindlecote.example" } }),
      company("Brindlecote", { domain: "brindlecote.example", hqCountry: "SE", hqCity: "Lund" }),
      round("Brindlecote", { investors: [{ name: "Fund $2" }], announcedAt: "2026-05-06" }),
    ];
    await emptyRecords(database.pool);
    await importLines(database.pool, reports, { source: "wire", batchRows: 100 });
    const asFile = await stored();
    await emptyRecords(database.pool);
    for (const report of reports)
      expect(await send({ source: "wire", reports: [report] })).toMatchObject({ status: 200 });
    expect(await stored()).toEqual(asFile);
  });

  it("stores values that look like SQL as they are, and drops what no text may have", async () => {
    const odd = `O'Bäck\\"$1"; drop table companies; -- {a,b} $$ \\x41`;
    for (const [index, name] of [odd, `Nul\u0000ford`, `Lone\ud800wick`].entries()) {
      const key = `odd\u0000 '${index}' \\ $2`;
      const report = { ...round(name, { investors: [{ name: `${name} Capital` }] }), key };
      const sent = await send({ source: "wire", reports: [report] });
      expect(sent, name).toMatchObject({ status: 200, json: { data: { rows: { added: 1 }, refused: [] } } });
    }
    const { rows } = await database.pool.query<{ name: string }>(
      "select name from companies where name like 'O''B%' or name like 'Nul%' or name like 'Lone%' order by id",
    );
    expect(rows.map(({ name }) => name)).toEqual([odd, "Nul ford", "Lonewick"]);
  });

  it("waits for few answers of the database", async () => {
    const fact = { hqCountry: "DE", hqCity: "Kiel" };
    const known = { kind: "company", key: "k-1", record: { name: "Ostervane", ...fact } };
    expect(await exchanges({ ...known, key: "k-0" })).toBe(6);
    expect(await exchanges({ ...known, key: "k-0" }, "site")).toBe(5);
    const company = { name: "Ostervane", ...fact };
    expect(await exchanges({ ...round("", { company, investors: [{ name: "Fund Ost" }] }), key: "r-0" })).toBe(9);
    expect(await exchanges({ ...round("", { company, announcedAt: "2025-01-01" }), key: "r-1" })).toBe(8);
  });

  it("reads few of the earlier imports, and prepares no more statements for more reports", async () => {
    const report = (day: string) => round("Ostervane", { announcedAt: day, investors: [{ name: "Fund Ost" }] });
    for (const day of ["2023-01-01", "2023-06-01"]) await exchanges(report(day));
    await database.pool.query(
      `insert into imports (source, file, digest, kind, settings, channel, started_at, ended_at)
       select source, file, sha256(n::text::bytea), kind, settings, channel, started_at, ended_at
       from generate_series(1, 3000) n, (select * from imports order by id desc limit 1) latest`,
    );
    const before = await readState();
    for (const month of [3, 6, 9]) await exchanges(report(`2024-0${month}-01`));
    const after = await readState();
    expect(after.imports - before.imports).toBeLessThan(300);
    expect(after.prepared).toBe(before.prepared);
  });

  it.each([
    [401, "the header Authorization must be", { source: "wire", reports: [] }, { Authorization: "Bearer wrong" }],
    [400, "the body is not valid JSON", "{", {}],
    [400, "source: must be 1 to 60 of a-z", { source: "My Wire", reports: [round("A")] }, {}],
    [400, "reports: must have at least one report", { source: "wire", reports: [] }, {}],
    [400, "at most 1000 reports", { source: "wire", reports: Array.from({ length: 1_001 }, () => 1) }, {}],
    [413, "the body is larger than", "x".repeat(9 * 1024 * 1024), {}],
    [400, "Idempotency-Key must be 1 to 255", { source: "wire", reports: [round("A")] }, { "Idempotency-Key": "" }],
  ])("refuses with status %i: %s", async (status, message, body, headers) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.challenge]).toEqual([status, status === 401 ? "Bearer" : null]);
    expect(answer.json.error.message).toContain(message);
  });
});
