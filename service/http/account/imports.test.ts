import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { importQuality } from "@dealflow/contract/account/imports/import-quality";
import { IMPORTS, type ImportFile, type RecordOrigin } from "@dealflow/contract/account/imports/imports";
import { RECORD_KINDS } from "@dealflow/contract/account/imports/record-kinds";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import writeWorkbook from "write-excel-file/node";
import type * as z from "zod/mini";
import { setOperator } from "@/service/accounts/people/people-list";
import { lockImports } from "@/service/ingest/imports/imports";
import { createZip } from "@/service/ingest/read/testing-zip";
import { emptyRecords, importLines } from "@/service/ingest/testing";
import { inTransaction } from "@/service/store/transaction";
import { ACCOUNT_SECRET, requestAccount } from "../testing/account";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestService, testService } from "../testing/service";

let service: TestService;
let folder: string;
let cookie: string;
let person: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "dealflow-import-files-"));
  service = await testService(undefined, {}, { dataDir: folder });
  const account = await service.account(0);
  await setOperator(service.database.pool, account.personId, true);
  cookie = account.cookie;
  person = account.personId;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each inspection, check, import and undo is a program, which takes four seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 90_000 });

const CSV = `Startup,Date,Round,Amount
Quorvane,2026-05-04,Series A,$5m
Oakmesh,2026-05-05,Seed,about five
,2026-05-06,Seed,$1m
`;
const list = () => expectResponse<{ imports: unknown[]; changes: unknown[] }>(service, IMPORTS.imports, { cookie });
const read = (id: string) => expectResponse<ImportFile>(service, IMPORTS.importFile, { cookie, id });
const reach = (id: string, state: ImportFile["state"]) =>
  expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe(state);

async function send(id: string, offset: number, bytes: string | Buffer): Promise<Response> {
  const url = `${service.url}${IMPORTS.sendImportChunk.path.replace(":id", id)}?offset=${offset}`;
  return fetch(url, {
    method: "PUT",
    headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: cookie },
    body: typeof bytes === "string" ? bytes : new Uint8Array(bytes),
  });
}

it("takes a file in chunks, checks it, imports it and undoes it", async () => {
  const body = { name: "../Rounds of May.csv", bytes: CSV.length };
  const { id } = await expectResponse<ImportFile>(service, IMPORTS.addImportFile, { cookie, body }, 201);
  expect(await (await send(id, 0, CSV.slice(0, 20))).json()).toMatchObject({ received: 20, state: "receiving" });
  // A chunk whose answer was lost comes again, and one after a gap is refused.
  expect(await (await send(id, 0, CSV.slice(0, 20))).json()).toMatchObject({ received: 20 });
  expect((await send(id, 40, CSV.slice(40))).status).toBe(409);
  await send(id, 20, CSV.slice(20));

  await reach(id, "checked");
  const checked = await read(id);
  expect(checked.inspection).toMatchObject({ kind: "funding", columns: [{ field: "company.name" }, {}, {}, {}] });
  expect(checked.inspection?.preview.rows).toMatchObject([
    { line: 2, refused: null },
    { line: 3, refused: null },
    { line: 4, refused: "company.name is missing." },
  ]);
  expect(checked.report).toMatchObject({
    rows: { added: 2, refused: 1 },
    refused: [{ problem: "company.name is missing.", rows: 1, line: 4 }],
    dropped: [{ rows: 1, line: 3 }],
  });
  expect((await service.database.pool.query("select from funding_events")).rowCount).toBe(0);

  // Two operators press Import at the same moment.
  const presses = await Promise.all([0, 1].map(() => requestAccount(service, IMPORTS.runImportFile, { cookie, id })));
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const second = presses.find(({ status }) => status === 409) ?? expect.fail();
  const message = "This file is being read already; wait for it, or stop it.";
  expect(await second.json()).toMatchObject({ error: { message } });
  await reach(id, "imported");
  const { importId } = await read(id);
  expect((await service.database.pool.query("select from funding_events")).rowCount).toBe(2);
  const refused = await requestAccount(service, IMPORTS.refusedRows, { cookie, id });
  expect(await refused.text()).toBe(
    "Startup,Date,Round,Amount,Refused because\n,2026-05-06,Seed,$1m,line 4: company.name is missing.\n",
  );

  expect((await list()).imports).toMatchObject([{ id: importId, file: "Rounds of May.csv", added: 2, undoneAt: null }]);
  const started = await service.database.pool.query(
    "select u.name, started_by, channel from imports i join users u on u.id = i.started_by",
  );
  expect(started.rows).toEqual([{ name: expect.any(String), started_by: person, channel: "dashboard" }]);
  expect((await list()).imports).toMatchObject([{ by: started.rows[0].name }]);
  await expectResponse(service, IMPORTS.undoImport, { cookie, id: importId ?? "" }, 204);
  await expect.poll(async () => (await list()).imports).not.toMatchObject([{ undoneAt: null }]);
  expect((await service.database.pool.query("select from funding_events")).rowCount).toBe(0);

  const { status } = await requestAccount(service, IMPORTS.undoImport, { cookie, id: importId ?? "" });
  // On a busy machine the program does not end before its answer is due.
  if (status === 409) return;
  expect(status).toBe(204);
  await expect
    .poll(async () => (await list()).changes, { timeout: 30_000 })
    .toMatchObject([{ kind: "undo", subject: importId, problem: expect.stringContaining("already undone") }]);
});

it("reads a file that comes while another one is read after it", async () => {
  const add = async (name: string) => {
    const body = { name, bytes: CSV.length };
    return (await expectResponse<ImportFile>(service, IMPORTS.addImportFile, { cookie, body }, 201)).id;
  };
  const [first, second] = [await add("First.csv"), await add("Second.csv")];
  await send(first, 0, CSV);
  expect(await (await send(second, 0, CSV)).json()).toMatchObject({ state: "waiting" });
  await reach(second, "checked");
  expect(await read(first)).toMatchObject({ state: "checked" });
  for (const id of [first, second]) await expectResponse(service, IMPORTS.removeImportFile, { cookie, id }, 204);
});

it("lists a change that outlives its request, and the problem of one that fails then", async () => {
  const { pool } = service.database;
  await importLines(
    pool,
    [{ kind: "company", key: "c1", record: { name: "Quillmoor", domain: "quillmoor.example" } }],
    { source: "wire" },
  );
  const { rows } = await pool.query<{ id: string }>("select id from companies where name = 'Quillmoor'");
  const record = rows[0]?.id ?? "";
  const withdraw = (named = record) =>
    requestAccount(service, IMPORTS.retractRecord, { cookie, body: { record: named, reason: "It never existed" } });
  const change = { kind: "withdrawal", subject: record };
  const address = `https://host.example/companies?company=${record}`;

  await withImportsWaiting(async () => {
    // A mistake in the request is reported without waiting for imports.
    const refused = await withdraw("no id");
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("no id of a record")]);
    expect((await withdraw()).status).toBe(204);
    expect((await list()).changes).toEqual([{ ...change, problem: null }]);
    // A second request for the same change is answered without another program.
    expect((await withdraw()).status).toBe(204);
    // The same record by its address: the one that is second fails when the first is over.
    expect((await withdraw(address)).status).toBe(204);
  });
  await expect
    .poll(async () => (await list()).changes, { timeout: 30_000 })
    .toMatchObject([{ kind: "withdrawal", problem: expect.stringMatching(/already withdrawn.*\.$/) }]);
  expect((await list()).imports[0]).toMatchObject({ file: "Quillmoor", reason: "It never existed" });

  const refused = await withdraw();
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("already withdrawn")]);
});

it("corrects an event in the name of the person, and refuses what the event does not have", async () => {
  const { pool } = service.database;
  const company = { name: "Quorvane", domain: "quorvane.example" };
  await importLines(
    pool,
    [{ kind: "funding", key: "r1", record: { company, round: "seed", amount: "$1m", announcedAt: "2026-05-04" } }],
    { source: "wire" },
  );
  const { rows } = await pool.query<{ id: string }>(
    "select e.id from funding_events e join companies c on c.id = e.company_id where c.name = 'Quorvane'",
  );
  const record = rows[0]?.id ?? "";
  const correct = (values: Readonly<Record<string, string>>) =>
    requestAccount(service, IMPORTS.correctRecord, { cookie, body: { record, values, reason: "They say so" } });

  await withImportsWaiting(async () => {
    for (const [values, sentence] of [
      [{ role: "CFO" }, 'A round has no field \\"role\\" to correct'],
      [{ round: "--yes\nacquisition" }, "is an event, but not a funding round"],
      [{ amount: "plenty" }, 'amount \\"plenty\\" is not an amount of 0 or more.'],
    ] as const) {
      const refused = await correct(values);
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(sentence)]);
    }
  });
  expect((await correct({ amount: "€2.5m" })).status).toBe(204);
  await expect
    .poll(async () => (await list()).imports[0])
    .toMatchObject({ reason: "They say so", corrected: ["amount"], by: expect.not.stringMatching("command line") });
  const changed = await pool.query(
    "select record::jsonb -> 'amountOriginalCents' as cents from funding_events where id = $1",
    [record],
  );
  expect(changed.rows).toEqual([{ cents: 250_000_000 }]);
});

/** Lets no import, undo or withdrawal begin until the action is over. */
async function withImportsWaiting(action: () => Promise<void>): Promise<void> {
  await inTransaction(service.database.pool, async (client) => {
    await lockImports(client);
    await action();
  });
}

async function sendWhole(name: string, content: string | Buffer = CSV): Promise<string> {
  const body = { name, bytes: content.length };
  const { id } = await expectResponse<ImportFile>(service, IMPORTS.addImportFile, { cookie, body }, 201);
  expect((await send(id, 0, content)).status).toBe(200);
  await reach(id, "checked");
  return id;
}

it("reads a file again by the map that a person changed, which is the map of the next file", async () => {
  const before = await sendWhole("before.csv", `${CSV}Tarnfell,2026-05-07,Seed,$2m\n`);
  const id = await sendWhole("a.csv");
  const map = JSON.parse((await read(id)).inspection?.map ?? "");
  const changed = JSON.stringify({ ...map, fields: { ...map.fields, "company.description": "Amount" } });
  await expectResponse(service, IMPORTS.inspectImportFile, { cookie, id, body: { map: changed } });
  await reach(id, "checked");
  expect((await read(id)).inspection?.preview.fields).toContain("company.description");
  // Once it is used, it is the map of the next file with these columns.
  await expectResponse(service, IMPORTS.runImportFile, { cookie, id });
  await reach(id, "imported");
  const next = await sendWhole("b.csv");
  const remembered = (await read(next)).inspection;
  expect([remembered?.isRemembered, remembered?.preview.fields.includes("company.description")]).toEqual([true, true]);
  // Its keys are not those of the other file.
  expect([map.source, JSON.parse(remembered?.map ?? "").source]).toEqual(["a", "b"]);
  await expectResponse(service, IMPORTS.inspectImportFile, { cookie, id: next, body: { map: null, kind: "funding" } });
  await reach(next, "checked");
  const proposed = (await read(next)).inspection;
  expect([proposed?.isRemembered, proposed?.preview.fields.includes("company.description")]).toEqual([false, false]);
  // A file that was checked before is imported as it was checked, and one that the map cannot read is not read by it.
  await expectResponse(service, IMPORTS.runImportFile, { cookie, id: before });
  await reach(before, "imported");
  const { rows } = await service.database.pool.query(
    "select record::json -> 'company' ->> 'description' as description from funding_events where record like '%Tarnfell%'",
  );
  expect(rows).toEqual([{ description: null }]);
  const other = await sendWhole("other.csv", CSV.replace(/2026-05-0(\d)/g, "0$1.05.2026"));
  expect((await read(other)).inspection).toMatchObject({ isRemembered: false });
  expect((await read(other)).report).toMatchObject({ rows: { refused: 1 } });
});

it("reads a file again as records of the kind that a person chose, and imports them", async () => {
  const id = await sendWhole(
    "latest.csv",
    "Organization Name,Website,Last Funding Date,Last Funding Amount\nTarnbeck,tarnbeck.example,2026-05-04,5000000\n",
  );
  const { inspection, report } = await read(id);
  expect([inspection?.kind, report?.notes]).toEqual([
    "funding",
    [
      "Amounts without a currency are in USD: no currency is stated, so dollars are assumed.",
      "Each row is a company with its latest round; a row without the date of one is the company alone.",
    ],
  ]);
  await expectResponse(service, IMPORTS.inspectImportFile, { cookie, id, body: { map: null, kind: "acquisition" } });
  await reach(id, "failed");
  expect((await read(id)).problem).toMatch(/^latest\.csv has no column for announcedAt and acquirer\.name/);
  await expectResponse(service, IMPORTS.inspectImportFile, { cookie, id, body: { map: null, kind: "company" } });
  await reach(id, "checked");
  expect((await read(id)).inspection?.kind).toBe("company");
  await expectResponse(service, IMPORTS.runImportFile, { cookie, id });
  await reach(id, "imported");
  const { rows } = await service.database.pool.query(
    `select (select count(*)::integer from funding_events e where e.company_id = c.id) as rounds
     from companies c where c.name = 'Tarnbeck'`,
  );
  expect(rows).toEqual([{ rounds: 0 }]);
});

it("says what is wrong with a map that a person changed", async () => {
  const wrong = await sendWhole("c.csv");
  await expectResponse(service, IMPORTS.inspectImportFile, { cookie, id: wrong, body: { map: '{"kind":"funding"}' } });
  await reach(wrong, "failed");
  expect((await read(wrong)).problem).toMatch(/^The map: fields/);
  await requestAccount(service, IMPORTS.removeImportFile, { cookie, id: wrong });
  await expectErrorMessage(service, IMPORTS.importFile, { cookie, id: wrong }, 404);
});

it("says in a sentence that a file is none that can be imported", async () => {
  const bytes = "\u0000\u0001\u0002 no table";
  const body = { name: "photo.png", bytes: bytes.length };
  const { id } = await expectResponse<ImportFile>(service, IMPORTS.addImportFile, { cookie, body }, 201);
  await send(id, 0, bytes);
  await reach(id, "failed");
  expect((await read(id)).problem).toMatch(/^photo\.png .*\.$/);
  const header = "Company,Date,Amount\n";
  const empty = { cookie, body: { name: "empty.csv", bytes: header.length } };
  const { id: other } = await expectResponse<ImportFile>(service, IMPORTS.addImportFile, empty, 201);
  await send(other, 0, header);
  await reach(other, "failed");
  expect((await read(other)).problem).toBe("empty.csv has no rows below the names of its columns.");
});

const ROUNDS = [
  ["Startup", "Website", "Datum", "Runde", "Betrag", "Investoren", "Land", "Notiz"],
  ["Kelpforge", "kelpforge.example", "05.11.2024", "Seed", "2,3 Mio. €", "Nordlicht Capital", "DE", "x"],
  ["Amberlode", "amberlode.example", "2019-05", "Serie A", "15 Mio. €", "Blue Fir", "Österreich", ""],
  ["Moselwerk", "no domain", "31.03.2025", "Wandeldarlehen", "870.000,50 €", "", "Absurdistan", ""],
  ["", "", "01.01.2024", "Seed", "1 Mio. €", "", "", ""],
  ["Feldspar", "", "05.05.2024", "Börsengang", "10 Mio. €", "", "", ""],
];

// The same rows are imported in a browser, too (e2e/imports.spec.ts).
it.each([
  [
    "Rounds 2025.xlsx",
    () => writeWorkbook(ROUNDS.map((row) => row.map((value) => ({ value, type: String })))).toBuffer(),
  ],
  [
    "Rounds 2025.zip @long",
    async () => {
      const csv = ROUNDS.map((row) => row.map((cell) => `"${cell}"`).join(";")).join("\r\n");
      return createZip({ "read me.pdf": "%PDF-", "rounds.csv": csv });
    },
  ],
] as const)("imports %s, and undoes it", async (title, content) => {
  const name = title.replace(" @long", "");
  await emptyRecords(service.database.pool);
  const id = await sendWhole(name, await content());
  const { inspection, report } = await read(id);
  const fields = Object.fromEntries(inspection?.columns.map((column) => [column.column, column.field]) ?? []);
  expect(fields).toMatchObject({ Startup: "company.name", Datum: "announcedAt", Betrag: "amount", Notiz: null });
  const cells = (company: string) => inspection?.preview.rows.find((row) => row.cells.includes(company))?.cells;
  expect(cells("Kelpforge")).toContain("€2,300,000");
  expect(cells("Moselwerk")).toEqual(expect.arrayContaining(["convertible", "€870,000.50"]));
  expect(cells("Amberlode")).toContain("2019-05");
  expect(report?.rows).toMatchObject({ added: 3, refused: 2 });
  expect(report?.refused.map(({ problem }) => problem)).toEqual(
    expect.arrayContaining(["company.name is missing.", 'round "Börsengang" is an event, but not a funding round.']),
  );
  expect(JSON.stringify(report?.dropped)).toContain("no domain");

  await expectResponse(service, IMPORTS.runImportFile, { cookie, id });
  await reach(id, "imported");
  const refused = await requestAccount(service, IMPORTS.refusedRows, { cookie, id });
  expect(refused.headers.get("Content-Disposition")).toContain('filename="refused-rows.csv"');
  const { importId } = await read(id);
  const latest = () => list().then(({ imports }) => imports[0]);
  expect(await latest()).toMatchObject({ id: importId, file: name, added: 3, undoneAt: null });
  await expectResponse(service, IMPORTS.undoImport, { cookie, id: importId ?? "" }, 204);
  await expect.poll(latest).toMatchObject({ undoneAt: expect.any(String) });
});

it("recognizes exchange rates, and shows and imports them by day", async () => {
  const id = await sendWhole("rates.csv", "Date,USD,JPY,\n2026-05-05,1.2,160,\n2026-05-04,1.1,150,\n");
  expect(await read(id)).toMatchObject({
    inspection: {
      kind: "rates",
      columns: [],
      preview: { rows: [{ line: 2, cells: ["2026-05-05", "USD 1.2, JPY 160"] }, { line: 3 }] },
    },
    report: { rows: { added: 2 } },
  });
  await expectResponse(service, IMPORTS.runImportFile, { cookie, id });
  await reach(id, "imported");
  expect((await service.database.pool.query("select from exchange_rates")).rowCount).toBe(2);
});

it("explains how a record came about, and separates what was joined by mistake", async () => {
  const { pool } = service.database;
  const report = (source: string, key: string) =>
    importLines(
      pool,
      [
        {
          kind: "acquisition",
          key,
          record: { target: { name: "Tarnfell" }, acquirer: { name: "Veldspire" }, announcedAt: "2026-03-02" },
        },
      ],
      { source },
    );
  await report("wire", "w1");
  await report("daily", "d1");
  const deals = async () => (await pool.query<{ id: string }>("select id from acquisitions order by id")).rows;
  const [deal] = await deals();
  const address = encodeURIComponent(`https://host.example/acquisitions?event=${deal?.id}`);
  const origin = await expectResponse<RecordOrigin>(service, IMPORTS.recordOrigin, { cookie, id: address });
  expect(origin).toMatchObject({
    kind: "acquisition",
    title: expect.stringContaining("Tarnfell"),
    joins: [{ source: "daily", key: "d1", verdict: "same", rule: "both companies and date" }],
  });
  await requestAccount(service, IMPORTS.separateRecord, { cookie, id: origin.joins[0]?.id ?? "" });
  await expect.poll(async () => (await deals()).length, { timeout: 30_000 }).toBe(2);
  await expectErrorMessage(service, IMPORTS.recordOrigin, { cookie, id: "none" }, 404);
});

it("measures the sources of imports for operators alone", async () => {
  const { pool } = service.database;
  await emptyRecords(pool);
  const report = (source: string, key: string, name: string) => ({
    source,
    line: { kind: "funding", key, record: { company: { name }, round: "seed", announcedAt: "2026-03-02" } },
  });
  for (const { source, line } of [report("wire", "w1", "Tarnfell"), report("daily", "d1", "Oakmesh")])
    await importLines(pool, [{ ...line, record: { ...line.record, discoveredAt: "2026-03-05T00:00:00Z" } }], {
      source,
    });
  const read = () => expectResponse<z.infer<typeof importQuality>>(service, IMPORTS.importQuality, { cookie });
  await expect.poll(async () => (await read()).isCounting).toBe(false);
  const { quality } = await read();
  expect(quality?.kinds.map(({ kind }) => kind)).toEqual([...RECORD_KINDS]);
  expect(quality?.kinds[0]?.sources).toMatchObject([
    { source: "daily", records: 1, first: 1, lag: { median: 3, p90: 3, records: 1 } },
    {
      source: "wire",
      records: 1,
      fill: [{ field: "companyPage", title: "Company page", records: 1 }, {}, {}, {}, {}, {}, {}],
    },
  ]);
  const { cookie: member } = await service.account(0);
  await expectErrorMessage(service, IMPORTS.importQuality, { cookie: member }, 403);
});
