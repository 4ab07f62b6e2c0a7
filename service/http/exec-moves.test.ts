import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { ExecMove } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertCompany, insertMove, insertPerson } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
/** These are not known before the rows exist, so a query below has a name in place of each. */
const ids: Record<string, string> = {};
const { request, expectRejected } = createApiClient<ListBody<ExecMove>>(ENDPOINTS.execMoves, () => ({
  service,
  key,
}));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  const alder = await insertCompany(pool, { name: "Alder", hqCountry: "US", domain: "alder.example" });
  const birch = await insertCompany(pool, { name: "Birch", hqCountry: "DE", domain: "birch.example" });
  const cedar = await insertCompany(pool, { name: "Cedar", hqCountry: null, domain: null });
  await pool.query("insert into company_domains values ('old-alder.example', $1, now())", [alder.id]);
  const ada = await insertPerson(pool, "Ada Quill");
  const grace = await insertPerson(pool, "Grace Vane");
  Object.assign(ids, { ALDER: alder.id, BIRCH: birch.id, CEDAR: cedar.id, ADA: ada.id, GRACE: grace.id });
  await insertMove(pool, ada, alder, {
    role: "CEO",
    fromCompany: birch,
    announcedAt: new Date("2026-03-01T10:00:00.000Z"),
  });
  await insertMove(pool, grace, birch, {
    role: "VP Sales",
    roleSeniority: "vp_level",
    moveType: "promotion",
    announcedAt: new Date("2026-03-02T23:59:59.999Z"),
  });
  await insertMove(pool, ada, alder, {
    role: null,
    roleSeniority: null,
    moveType: "departure",
    announcedAt: new Date("2026-03-03T00:00:00.000Z"),
    discoveredAt: new Date("2026-03-03T08:00:00.000Z"),
  });
  await insertMove(pool, grace, "Dogwood", {
    role: "Chair",
    roleSeniority: "board",
    moveType: "transition",
    fromCompany: "Elm",
    announcedAt: new Date("2026-03-04T00:00:00.000Z"),
  });
  await insertMove(pool, grace, cedar, {
    role: "Founder",
    roleSeniority: "founder",
    effectiveDate: new Date("2026-04-01T00:00:00.000Z"),
    announcedAt: new Date("2026-03-05T00:00:00.000Z"),
  });
});
afterAll(() => service.stop());

/** The roles of all moves that match, newest first; the departure has none. */
async function roles(query: string): Promise<(string | null)[]> {
  const named = query.replace(/[A-Z]{3,}/g, (name) => ids[name] ?? name);
  const { status, body } = await request(named);
  expect(status, body.error?.message).toBe(200);
  return body.data.map((move) => move.role);
}

const ALL = ["Founder", "Chair", null, "VP Sales", "CEO"];

describe("200", () => {
  it.each([
    ["", ALL],
    ["moveType=departure", [null]],
    ["moveType=promotion&moveType=transition", ["Chair", "VP Sales"]],
    ["roleSeniority=c_level", ["CEO"]],
    ["roleSeniority=founder&roleSeniority=board", ["Founder", "Chair"]],
    ["roleSeniority=other", []],
    // The company moved to or acted at, never the one left behind.
    ["countries=US", [null, "CEO"]],
    ["countries=DE", ["VP Sales"]],
    ["countries=unknown", ["Founder", "Chair"]],
    ["countries=unknown&countries=DE", ["Founder", "Chair", "VP Sales"]],
    ["country=US", [null, "CEO"]],
    ["countries[]=US&countries[1]=DE", [null, "VP Sales", "CEO"]],
    // Either side matches.
    ["companyId=BIRCH", ["VP Sales", "CEO"]],
    ["companyId=ALDER", [null, "CEO"]],
    ["companyId=00000000-0000-7000-8000-000000000000", []],
    ["domain=birch.example", ["VP Sales", "CEO"]],
    ["domain=old-alder.example", [null, "CEO"]],
    ["domain=https%3A%2F%2Fwww.Alder.example%2Fteam%3Fa%3Db", [null, "CEO"]],
    ["domain=nobody.example", []],
    ["personId=ADA", [null, "CEO"]],
    ["personId=00000000-0000-7000-8000-000000000000", []],
    ["since=2026-03-03", ["Founder", "Chair", null]],
    ["until=2026-03-02", ["VP Sales", "CEO"]],
    ["since=2026-03-02T23:59:59.999Z&until=2026-03-03T00:00:00Z", [null, "VP Sales"]],
    ["since=2026-03-04T02:00:00%2B02:00", ["Founder", "Chair"]],
    ["personId=ADA&companyId=ALDER&moveType=appointment", ["CEO"]],
    ["personId=GRACE&countries=unknown&roleSeniority=board&since=2026-03-01", ["Chair"]],
    ["personId=GRACE&domain=alder.example", []],
    ["companyId=BIRCH&domain=alder.example", ["CEO"]],
  ])("%s matches %j", async (query, expected) => {
    expect(await roles(query)).toEqual(expected);
  });

  it("has every field in every record, null where nothing is known", async () => {
    const { body } = await request("moveType=departure&moveType=transition");
    const [transition, departure] = body.data;
    expect(departure).toEqual({
      id: expect.any(String),
      person: { id: ids.ADA, name: "Ada Quill", socialHandle: null, socialUrl: null },
      role: null,
      roleSeniority: null,
      moveType: "departure",
      announcedAt: "2026-03-03T00:00:00.000Z",
      effectiveDate: null,
      discoveredAt: "2026-03-03T08:00:00.000Z",
      company: expect.objectContaining({ id: ids.ALDER, hqCountry: { code: "US", name: "United States" } }),
      fromCompany: null,
      sources: [],
    });
    expect(transition?.company).toMatchObject({
      id: null,
      name: "Dogwood",
      domain: null,
      hqCountry: null,
      verticals: [],
    });
    expect(transition?.fromCompany).toMatchObject({ id: null, name: "Elm", createdAt: null });
    const [founder] = (await request("roleSeniority=founder")).body.data;
    expect(founder?.effectiveDate).toBe("2026-04-01T00:00:00.000Z");
  });
});

describe("400", () => {
  it.each([
    ["fromCompanyId=x", /"fromCompanyId" is not a parameter of \/v1\/exec-moves; use one of since, until, moveType/],
    ["seniority=c_level", /"seniority" is not a parameter/],
    ["includeTotal=true", /"includeTotal" is not a parameter of \/v1\/exec-moves/],
    ["industryGroups=Banking", /"industryGroups" is not a parameter/],
    ["moveType=unknown", /moveType must be one of appointment, promotion, departure, transition; got "unknown"/],
    ["roleSeniority=unknown", /roleSeniority must be one of founder, .*; got "unknown"/],
    ["moveType=departure,promotion", /moveType must be one of .*; pass each value on its own/],
    ["personId[]=1", /personId takes one value; write it without brackets/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(query, message);
  });
});
