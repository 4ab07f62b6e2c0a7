import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { IMPORTS, type ImportSchedule, type ListedImport } from "@dealflow/contract/account/imports/imports";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { setOperator } from "@/service/accounts/people/people-list";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestService, testService } from "../testing/service";

let service: TestService;
let other: TestService;
let receiver: Receiver;
let folder: string;
let cookie: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "dealflow-schedules-"));
  const settings = {
    dataDir: folder,
    webhookNetworks: [parseNetwork("127.0.0.0/8") ?? expect.fail()],
    importFolders: [path.join(folder, "imports")],
    importEnvironment: { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" },
  };
  service = await testService(undefined, {}, settings);
  other = await testService(service, {}, settings);
  receiver = await startReceiver({ secure: false });
  const account = await service.account(0);
  await setOperator(service.database.pool, account.personId, true);
  cookie = account.cookie;
});
afterAll(async () => {
  await receiver.stop();
  await other.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const CSV = "Name,Website\nQuorvane,quorvane.example\nOakmesh,oakmesh.example\n";
const body = (address: string, map: string | null = null) => {
  return { address, every: "1h", source: "list", map, full: true, strict: false };
};
const list = () =>
  expectResponse<{ schedules: ImportSchedule[]; imports: ListedImport[] }>(service, IMPORTS.imports, { cookie });

it("adds a schedule, which one of two services runs, and pauses, runs and removes it", async () => {
  receiver.respond = (response) => void setTimeout(() => response.writeHead(200).end(CSV), 300);
  const added = await expectResponse<ImportSchedule>(
    service,
    IMPORTS.addImportSchedule,
    { cookie, body: body(receiver.url().replace("webhooks", "companies.csv")) },
    201,
  );
  expect(added).toMatchObject({ every: "1h", full: true, source: "list", lastRun: null, paused: false });
  await Promise.all([service.runSchedules(), other.runSchedules()]);
  await expect
    .poll(async () => (await list()).schedules, { timeout: 20_000 })
    .toMatchObject([{ failures: 0, isRunning: false, lastRun: { state: "imported", added: 2, problem: null } }]);
  expect((await list()).imports).toMatchObject([{ file: "companies.csv", source: "list", added: 2 }]);
  expect(receiver.received).toHaveLength(1);

  const { id } = added;
  await expectResponse(service, IMPORTS.pauseImportSchedule, { cookie, id, body: { paused: true } }, 204);
  expect((await list()).schedules).toMatchObject([{ paused: true }]);
  receiver.respond = (response) => void response.writeHead(500).end();
  await expectResponse(service, IMPORTS.runImportSchedule, { cookie, id }, 204);
  await expect
    .poll(async () => (await list()).schedules, { timeout: 20_000 })
    .toMatchObject([{ paused: false, failures: 1, lastRun: { problem: expect.stringContaining("status 500") } }]);
  await expectResponse(service, IMPORTS.removeImportSchedule, { cookie, id }, 204);
  expect((await list()).schedules).toEqual([]);
  await expectErrorMessage(service, IMPORTS.removeImportSchedule, { cookie, id }, 404);
});

it("refuses what cannot be scheduled with one sentence", async () => {
  const refusal = (given: Partial<ReturnType<typeof body>>) =>
    expectErrorMessage(
      service,
      IMPORTS.addImportSchedule,
      { cookie, body: { ...body("https://10.0.0.1/list.csv"), ...given } },
      400,
    );
  expect(await refusal({})).toMatch("leads to a private or reserved network");
  expect(await refusal({ address: "/etc" })).toMatch('The folder "/etc" must lie below');
  expect(await refusal({ every: "often" })).toMatch('every: "often" must be an interval');
  expect(await refusal({ source: "My list" })).toMatch("source: must be 1 to 60");
  expect(await refusal({ map: "{" })).toMatch("map: the file is not valid JSON");
  expect(await refusal({ map: '{"source":"list","kind":"company","fields":{"nmae":"A"}}' })).toMatch(
    "fields.nmae is not a field of company",
  );
});

it("imports by the map that was chosen", async () => {
  // Without the map, the first column would be the name.
  receiver.respond = (response) =>
    void response.writeHead(200).end("Name,Other name,Site\nVeldspire,Elmcourt,elmcourt.example\n");
  const map = JSON.stringify({ source: "mapped", kind: "company", fields: { name: "Other name", domain: "Site" } });
  const added = await expectResponse<ImportSchedule>(
    service,
    IMPORTS.addImportSchedule,
    { cookie, body: { ...body(receiver.url().replace("webhooks", "mapped.csv")), source: null, map, full: false } },
    201,
  );
  expect(added).toMatchObject({ hasMap: true, source: null });
  await service.runSchedules();
  await expect
    .poll(async () => (await list()).imports, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ file: "mapped.csv", source: "mapped", added: 1 }));
  const { rows } = await service.database.pool.query(
    "select name from companies where name in ('Veldspire', 'Elmcourt')",
  );
  expect(rows).toEqual([{ name: "Elmcourt" }]);
  await expectResponse(service, IMPORTS.removeImportSchedule, { cookie, id: added.id }, 204);
});

it("withdraws a record by the address of its page, and says why it cannot", async () => {
  const { rows } = await service.database.pool.query<{ id: string }>("select id from companies where name = 'Oakmesh'");
  const record = `${service.url}/company/${rows[0]?.id}`;
  await expectResponse(service, IMPORTS.retractRecord, { cookie, body: { record, reason: "It closed\nin May" } }, 204);
  // One that takes longer than a request goes on.
  const withdrawal = { file: "Oakmesh", reason: "It closed in May", withdrawn: 1 };
  await expect.poll(async () => (await list()).imports[0], { timeout: 20_000 }).toMatchObject(withdrawal);
  const again = { cookie, body: { record, reason: "Again" } };
  expect(await expectErrorMessage(service, IMPORTS.retractRecord, again, 409)).toMatch("already withdrawn");
});
