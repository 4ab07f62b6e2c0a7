import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { timeline } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "@/service/credits/ledger";
import { newId } from "@/service/store/new-id";
import { createApiClient, type ItemBody, readBalance } from "../testing/api-client";
import {
  insertCompanies,
  insertDeal,
  insertInvestor,
  insertMove,
  insertPerson,
  insertRound,
} from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";

type Timeline = (typeof timeline)["_zod"]["output"];

let service: TestService;
let key: string;
/** Ids of what was made, by the name under which a query or an expectation below speaks of it. */
let ids: Record<string, string>;
const { request, expectRejected } = createApiClient<ItemBody<Timeline>>(ENDPOINTS.timeline, () => ({
  service,
  key,
}));

const day = (text: string) => ({ announcedAt: new Date(`2026-${text}T00:00:00.000Z`) });

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  const [alder, birch, acme, acmeLabs, acmeToo, bare] = await insertCompanies(pool, [
    { name: "Alder GmbH", domain: "alder.example", socialUrl: "https://social.example/company/Alder-Boats/" },
    { name: "Birch", domain: "birch.example", socialHandle: "birch-bank" },
    { name: "Acme Inc.", domain: null },
    { name: "ACME Labs, Inc.", domain: null },
    { name: "acme", domain: null },
    { name: "Bare", domain: "bare.example" },
    { name: "Kafé Volta", domain: null },
  ]);
  if (!alder || !birch || !acme || !acmeLabs || !acmeToo || !bare) throw new Error("six companies were requested");
  await pool.query("insert into company_domains values ('old-alder.example', $1, now())", [alder.id]);
  await pool.query("insert into company_former_names values ($1, 'Elder Boats Ltd', now()), ($1, 'Birch', now())", [
    alder.id,
  ]);
  const north = { id: (await insertInvestor(pool, { name: "North" })).id, name: "North" };
  const south = { id: (await insertInvestor(pool, { name: "South" })).id, name: "South" };
  const person = await insertPerson(pool);
  const seed = await insertRound(pool, alder, day("01-01"), [south]);
  const bought = await insertDeal(pool, alder, birch, day("02-01"));
  const arrived = await insertMove(pool, person, alder, { fromCompany: birch, ...day("03-01") });
  // Of one instant: the smaller id comes first.
  const [earlier = "", later = ""] = [newId(), newId()].sort();
  const series = await insertRound(pool, alder, { id: earlier, round: "series-a", ...day("04-01") }, [north, south]);
  const left = await insertMove(pool, person, birch, { id: later, fromCompany: alder, ...day("04-01") });
  const risen = await insertMove(pool, person, alder, { moveType: "promotion", fromCompany: alder, ...day("04-02") });
  const sold = await insertDeal(pool, "Stranger", alder, day("05-01"));
  // None of Alder's: another company's, and one whose company was not resolved.
  await insertRound(pool, birch, day("02-02"), [north]);
  await insertRound(pool, "Alder GmbH", day("02-03"));
  const created = {
    alder,
    birch,
    acme,
    acmeLabs,
    acmeToo,
    bare,
    north,
    south,
    seed,
    bought,
    arrived,
    series,
    left,
    risen,
    sold,
  };
  ids = Object.fromEntries(Object.entries(created).map(([name, { id }]) => [name, id]));
});
afterAll(() => service.stop());

const ALL = ["seed", "bought", "arrived", "series", "left", "risen", "sold"];

/** `$alder` in a query stands for its id. */
function written(query: string): string {
  return query.replace(/\$([a-z]+)/gi, (_, name: string) => ids[name] ?? expect.fail(`nothing is called ${name}`));
}

async function getTimeline(query: string): Promise<Timeline> {
  const { status, body } = await request(written(query));
  expect(status, body.error?.message).toBe(200);
  return body.data;
}

/** The names above of its events, as they come. */
function eventNames({ events }: Timeline): (string | undefined)[] {
  return events.map((event) => {
    const { id } =
      event.kind === "funding" ? event.funding : event.kind === "acquisition" ? event.acquisition : event.execMove;
    return Object.keys(ids).find((name) => ids[name] === id);
  });
}

describe("200: the requested company", () => {
  it.each([
    ["id=$alder", "Alder GmbH"],
    ["domain=alder.example", "Alder GmbH"],
    ["domain=old-alder.example", "Alder GmbH"],
    ["domain=https%3A%2F%2FWWW.Alder.example%3A443%2Fabout%3Fa%3Db", "Alder GmbH"],
    ["name=Alder+GmbH", "Alder GmbH"],
    ["name=alder", "Alder GmbH"],
    ["name=ALDER%2C+Inc.", "Alder GmbH"],
    ["name=+birch++Ltd+", "Birch"],
    ["name=acme+labs", "ACME Labs, Inc."],
    ["name=Kafe%CC%81+Volta", "Kafé Volta"],
    // A former name, unless another company has it now.
    ["name=Elder+Boats", "Alder GmbH"],
    ["name=birch", "Birch"],
    ["socialUrl=https%3A%2F%2Fsocial.example%2Fcompany%2Falder-boats", "Alder GmbH"],
    ["socialUrl=http%3A%2F%2Fwww.social.example%2Fcompany%2FAlder-Boats%2F%3Ftrk%3Dx", "Alder GmbH"],
    ["socialUrl=alder-boats", "Alder GmbH"],
    ["socialUrl=BIRCH-bank", "Birch"],
    ["socialUrl=%40birch-bank", "Birch"],
    ["socialUrl=https%3A%2F%2Fsocial.example%2Fcompany%2Fbirch-bank", "Birch"],
    ["socialUrl=https%3A%2F%2Fuk.social.example%2Fcompany%2Falder-boats%2Fabout%2F", "Alder GmbH"],
  ])("%s is %s", async (query, name) => {
    expect((await getTimeline(query)).company.name).toBe(name);
  });

  it("is the most prominent one of the latest ranking snapshot when several have the name", async () => {
    const { pool } = service.database;
    const companies = Object.values(ids).filter((id) => id !== ids.acme && id !== ids.acmeToo);
    for (const [snapshot, ...ranked] of [
      [1, ids.acmeToo, ids.acme],
      [2, ids.acme, ids.acmeToo],
    ]) {
      await pool.query("insert into rank_generations values ($1, now())", [snapshot]);
      await pool.query(
        "insert into company_ranks select $1, position, id from unnest($2::uuid[]) with ordinality as r (id, position) where id in (select id from companies)",
        [snapshot, [...companies, ...ranked]],
      );
      for (const name of ["Acme", "ACME+AG"]) expect((await getTimeline(`name=${name}`)).company.id).toBe(ranked[0]);
    }
  });
});

describe("200: the content of a timeline", () => {
  it("is every event in which the company has any role, once each, oldest first", async () => {
    const timeline = await getTimeline("id=$alder");
    expect(eventNames(timeline)).toEqual(ALL);
    expect(timeline.events.map((event) => event.kind)).toEqual([
      ...["funding", "acquisition", "exec_move", "funding", "exec_move", "exec_move", "acquisition"],
    ]);
    expect(timeline.events[0]).toMatchObject({
      date: "2026-01-01T00:00:00.000Z",
      funding: { round: "seed", announcedAt: "2026-01-01T00:00:00.000Z", company: { id: ids.alder } },
    });
    expect(eventNames(await getTimeline("name=Birch"))).toEqual(["bought", undefined, "arrived", "left"]);
  });

  it("has the records of the lists", async () => {
    const { events, company } = await getTimeline("id=$alder");
    const list = async (path: string) => {
      const response = await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } });
      return (await response.json()).data;
    };
    const listed = [
      ...(await list(written("/v1/funding-events?companyId=$alder"))),
      ...(await list(written("/v1/acquisitions?companyId=$alder"))),
      ...(await list(written("/v1/exec-moves?companyId=$alder"))),
    ];
    for (const event of events) {
      const record =
        event.kind === "funding" ? event.funding : event.kind === "acquisition" ? event.acquisition : event.execMove;
      expect(listed).toContainEqual(record);
      expect(event.date).toBe(record.announcedAt);
    }
    expect(listed).toHaveLength(events.length);
    expect(await list("/v1/companies?domain=alder.example")).toEqual([company]);
  });

  it.each([
    ["include=funding", ["seed", "series"]],
    ["include=acquisitions", ["bought", "sold"]],
    ["include=exec_moves", ["arrived", "left", "risen"]],
    ["include=funding&include=exec_moves", ["seed", "arrived", "series", "left", "risen"]],
    ["include=exec_moves,funding", ["seed", "arrived", "series", "left", "risen"]],
    ["include[]=funding&include[1]=acquisitions,funding", ["seed", "bought", "series", "sold"]],
    ["include=funding,acquisitions,exec_moves", ALL],
  ])("%s leaves %j, and the investors complete", async (include, expected) => {
    const { status, body } = await request(written(`id=$alder&${include}`));
    expect(status).toBe(200);
    expect(eventNames(body.data)).toEqual(expected);
    // Each once, in the order in which they came in.
    expect(body.data.investors).toEqual([
      { id: ids.south, name: "South" },
      { id: ids.north, name: "North" },
    ]);
    expect(body.meta).toMatchObject({ endpoint: "companies.timeline", creditsUsed: 1 + expected.length });
  });

  it("is the company alone, for one credit, when it has no events", async () => {
    const { body, headers } = await request("domain=bare.example");
    expect(body.data).toMatchObject({ company: { name: "Bare" }, investors: [], events: [] });
    expect(body.meta.creditsUsed).toBe(1);
    expect(headers.get("X-Events-Available")).toBe("0");
  });
});

describe("200: what it costs", () => {
  it("is one credit for the company and one for each event, in one entry of the ledger", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const { headers, body } = await request(written("id=$alder"), { as: own });
    expect(body.meta).toEqual({ endpoint: "companies.timeline", creditsUsed: 8, creditsRemaining: 42 });
    expect(headers.get("X-Events-Available")).toBe("7");
    const [use, ...others] = await readLedger(service.database.pool, workspaceId, 10);
    expect(use).toMatchObject({ requestId: headers.get("X-Request-Id"), endpoint: "companies.timeline", delta: -8 });
    expect(others).toHaveLength(1);
  });

  it.each([
    [8, ALL],
    [7, ALL.slice(1)],
    [3, ["risen", "sold"]],
    [2, ["sold"]],
    [1, []],
  ])("with %i credits the newest events that they hold", async (credits, expected) => {
    const { key: poor, workspaceId } = await service.account(credits);
    const { body, headers } = await request(written("id=$alder"), { as: poor });
    expect(eventNames(body.data)).toEqual(expected);
    expect(body.data.company.id).toBe(ids.alder);
    expect(body.data.investors).toHaveLength(2);
    expect(body.meta).toMatchObject({ creditsUsed: credits, creditsRemaining: 0 });
    expect(headers.get("X-Events-Available")).toBe("7");
    expect(await readBalance(service, workspaceId)).toBe(0);
  });

  it("cuts what was included, not what was left out", async () => {
    const { key: poor } = await service.account(2);
    const { body, headers } = await request(written("id=$alder&include=funding"), { as: poor });
    expect(eventNames(body.data)).toEqual(["series"]);
    expect(headers.get("X-Events-Available")).toBe("2");
  });
});

describe("400", () => {
  const ONE = "give exactly one of id, domain, name, socialUrl";

  it.each([
    ["", `${ONE}; none was given`],
    ["include=funding", `${ONE}; none was given`],
    ["id=$alder&domain=alder.example", `${ONE}; got id and domain`],
    ["name=Alder&socialUrl=alder-boats", `${ONE}; got name and socialUrl`],
    ["id=42", 'id must be a UUID; got "42"'],
    ["domain=localhost", 'domain must be a domain or URL such as example.com; got "localhost"'],
    ["name=++", `name must be a company's name; got "  "`],
    ["name=", "name is empty; give it a value or omit it"],
    ["name=a&name=b", "name is given 2 times; pass it once"],
    ["name=%00", "name contains an invalid character"],
    ["socialUrl=+", 'socialUrl must be the URL of a profile, or a handle; got " "'],
    ["name=a&include=", "include is empty; give it a value or omit it"],
    ["name=a&include=acquisition", /^include must be one of funding, acquisitions, exec_moves; got "acquisition"/],
    ["name=a&limit=5", /^"limit" is not a parameter of \/v1\/companies\/timeline; use one of id, domain, name/],
    ["companyId=$alder", /^"companyId" is not a parameter of \/v1\/companies\/timeline/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(written(query), message);
  });
});

describe("402", () => {
  it("at a balance of 0, before any look-up", async () => {
    const { key: poor } = await service.account(0);
    for (const query of ["id=$alder", "name=Nobody"])
      expect(await request(written(query), { as: poor })).toMatchObject({
        status: 402,
        body: { error: { code: "PAYMENT_REQUIRED" } },
      });
  });

  it("also in a process that does not know yet that another one took the last credit", async () => {
    const other = await testService(service);
    try {
      const { key: poor } = await service.account(2);
      expect((await request("domain=bare.example", { as: poor })).status).toBe(200);
      expect((await request("domain=bare.example", { as: poor, at: other })).status).toBe(200);
      expect((await request("name=Nobody", { as: poor })).status).toBe(402);
    } finally {
      await other.stop();
    }
  });
});

describe("404", () => {
  it.each([
    ["id=00000000-0000-7000-8000-000000000000", "id"],
    ["domain=nobody.example", "domain"],
    ["name=Nobody", "name"],
    // Only the legal form is left, which is no name.
    ["name=GmbH", "name"],
    ["socialUrl=nobody", "socialUrl"],
    ["socialUrl=https%3A%2F%2Fsocial.example%2F", "socialUrl"],
    ["socialUrl=https%3A%2F%2Fsocial.example%2Fin%2Falder-boats", "socialUrl"],
    ["socialUrl=https%3A%2F%2Fother.example%2Falder-boats", "socialUrl"],
    ["socialUrl=https%3A%2F%2Fsocial.example%2Fposts%2F2024%2Falder-boats", "socialUrl"],
    // Exact: neither a part of a name nor more than it.
    ["name=Ald", "name"],
    ["name=Birch+Bank", "name"],
  ])("%s: no company has it, and nothing is charged", async (query, selector) => {
    const { key: own, workspaceId } = await service.account(5);
    const { status, body, headers } = await request(query, { as: own });
    expect(status).toBe(404);
    expect(body.error).toEqual({ code: "NOT_FOUND", message: `no company has this ${selector}; nothing was charged` });
    expect(headers.get("X-Credits-Remaining")).toBe("5");
    expect(await readBalance(service, workspaceId)).toBe(5);
  });

  it("is a timeline once the company exists", async () => {
    expect((await request("domain=new.example")).status).toBe(404);
    await insertCompanies(service.database.pool, [{ name: "New", domain: "new.example" }]);
    expect((await getTimeline("domain=new.example")).company.name).toBe("New");
  });
});
