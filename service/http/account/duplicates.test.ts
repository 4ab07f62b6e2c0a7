/** Tests that operators decide pairs of companies that may be one, and take decisions back. */
import { DUPLICATES, type DuplicateList, type DuplicateState } from "@dealflow/contract/account/duplicates";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setOperator } from "@/service/accounts/people/people-list";
import { undoImport } from "@/service/ingest/imports/undo";
import { emptyRecords, importLines } from "@/service/ingest/testing";
import { requestAccount } from "../testing/account";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestService, testService } from "../testing/service";

let service: TestService;
let cookie: string;
beforeAll(async () => {
  service = await testService();
  const account = await service.account(0);
  await setOperator(service.database.pool, account.personId, true);
  cookie = account.cookie;
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyRecords(service.database.pool);
  for (const [source, key, record] of [
    ["registry", "1", { name: "Kestrel Robotics", foundedYear: 2019 }],
    ["site", "2", { name: "Kestrel Robotics", domain: "kestrel.example" }],
  ] as const)
    await importLines(service.database.pool, [{ kind: "company", key, record }], { source });
});

const list = (state: DuplicateState = "open") =>
  expectResponse<DuplicateList>(service, DUPLICATES.duplicates, { cookie, search: `?state=${state}` });
const decide = (id: string, verdict: string) =>
  requestAccount(service, DUPLICATES.decideDuplicate, { cookie, id, body: { verdict } });
const undo = (id: string) => requestAccount(service, DUPLICATES.undoDuplicate, { cookie, id });

async function countCompanies(): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>("select count(*) as count from companies");
  return rows[0]?.count ?? 0;
}

async function openPair() {
  const { pairs } = await list();
  return pairs[0] ?? expect.fail("no pair is open");
}

describe("a pair of companies that may be one", () => {
  it("is listed with both records, their sources and the reasons", async () => {
    const { pairs, rules } = await list();
    expect(rules).toEqual([{ kind: "company", rule: "name alone", open: 1, same: 0, different: 0 }]);
    expect(pairs).toMatchObject([
      {
        rule: "name alone",
        verdict: null,
        merged: null,
        left: { name: "Kestrel Robotics", record: { foundedYear: 2019 }, sources: ["registry"], events: 0 },
        right: { name: "Kestrel Robotics", record: { domain: "kestrel.example" }, sources: ["site"] },
      },
    ]);
    expect(pairs[0]?.because[0]).toBe("the names are alike, and no other fact agrees");
  });

  it("becomes one company, and two again when that is undone", async () => {
    const { id } = await openPair();
    expect((await decide(id, "same")).status).toBe(204);
    expect(await countCompanies()).toBe(1);
    expect((await list()).pairs).toEqual([]);
    const decided = await list("decided");
    expect(decided.rules).toEqual([{ kind: "company", rule: "name alone", open: 0, same: 1, different: 0 }]);
    expect(decided.pairs).toMatchObject([
      {
        id,
        verdict: "same",
        merged: "Kestrel Robotics into Kestrel Robotics",
        left: { record: { foundedYear: 2019 } },
      },
    ]);
    expect((await decide(id, "different")).status).toBe(409);
    expect((await undo(id)).status).toBe(204);
    expect(await countCompanies()).toBe(2);
    expect(await openPair()).toMatchObject({ id, verdict: null });
  });

  it("is open again although its merge was undone in the list of imports", async () => {
    const { id } = await openPair();
    await decide(id, "same");
    const { rows } = await service.database.pool.query<{ id: number }>("select id from imports where kind = 'merge'");
    await undoImport(service.database.pool, rows[0]?.id ?? 0, new Date());
    expect((await undo(id)).status).toBe(204);
    expect(await openPair()).toMatchObject({ id, verdict: null });
  });

  it("stays two in every import once it is decided to be different", async () => {
    const { id } = await openPair();
    await decide(id, "different");
    await importLines(
      service.database.pool,
      [
        {
          kind: "company",
          key: "2",
          record: { name: "Kestrel Robotics", domain: "kestrel.example", foundedYear: 2019 },
        },
      ],
      { source: "site" },
    );
    expect(await countCompanies()).toBe(2);
    await undo(id);
    await importLines(
      service.database.pool,
      [{ kind: "company", key: "2", record: { name: "Kestrel Robotics", domain: "kestrel.example", hqCity: "Kiel" } }],
      { source: "site" },
    );
    expect(await countCompanies()).toBe(1);
  });

  it("is put off, and decided by one of two concurrent presses", async () => {
    const { id } = await openPair();
    await decide(id, "later");
    expect((await list()).pairs).toEqual([]);
    expect((await list("later")).pairs).toMatchObject([{ id }]);
    const statuses = (await Promise.all([decide(id, "same"), decide(id, "different")])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409]);
  });

  it("is decided with others of its rule that are as likely", async () => {
    const body = (minScore: number, verdict: string) => ({ kind: "company", rule: "name alone", minScore, verdict });
    const { score } = await openPair();
    const decideAll = (minScore: number) =>
      expectResponse(service, DUPLICATES.decideDuplicates, { cookie, body: body(minScore, "same") });
    expect(await decideAll(Math.min(1, score + 0.01))).toEqual({ decided: 0 });
    expect(await decideAll(score - 0.01)).toEqual({ decided: 1 });
    expect(await countCompanies()).toBe(1);
  });
});

it("two records that are named are merged", async () => {
  const { left, right } = await openPair();
  const body = { one: `https://host.example/companies/${left.id}`, other: right.id };
  expect(await expectResponse(service, DUPLICATES.mergeRecords, { cookie, body })).toMatchObject({
    title: "Kestrel Robotics",
  });
  expect(await countCompanies()).toBe(1);
  expect((await requestAccount(service, DUPLICATES.mergeRecords, { cookie, body })).status).toBe(409);
});

it("pairs of one kind are listed, with the rules of all kinds", async () => {
  const investor = (name: string) => [{ kind: "investor", key: name, record: { name } }];
  await importLines(service.database.pool, investor("Alder Ventures"), { source: "guide" });
  await importLines(service.database.pool, investor("Alder Ventures Management"), { source: "wire" });
  const { pairs, rules } = await expectResponse<DuplicateList>(service, DUPLICATES.duplicates, {
    cookie,
    search: "?kind=investor",
  });
  expect(pairs.map(({ kind, rule }) => [kind, rule])).toEqual([["investor", "names alike"]]);
  expect(rules.map(({ kind, open }) => [kind, open])).toEqual([
    ["company", 1],
    ["investor", 1],
  ]);
  await expectErrorMessage(service, DUPLICATES.duplicates, { cookie, search: "?kind=person" }, 400);
});

it("what does not exist is rejected with a sentence", async () => {
  await expectErrorMessage(service, DUPLICATES.decideDuplicate, { cookie, id: "x", body: { verdict: "same" } }, 404);
  await expectErrorMessage(service, DUPLICATES.undoDuplicate, { cookie, id: "999" }, 409);
  await expectErrorMessage(service, DUPLICATES.duplicates, { cookie, search: "?state=all" }, 400);
});
