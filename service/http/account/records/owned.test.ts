/** Tests that a workspace finds what it owns by ids and names, for free, and that no other one does. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { OwnedNames } from "@dealflow/contract/account/spending/purchases";
import type { Summary } from "@dealflow/contract/account/summaries";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { foldText } from "@dealflow/contract/query/fold-text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "@/service/ingest/demo/load";
import { type AccountRequest, requestAccount, requestAccountFeed } from "../../testing/account";
import { readBalance } from "../../testing/api-client";
import { type TestAccount, type TestService, testService } from "../../testing/service";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = { companies: 300, rounds: 600, acquisitions: 150, moves: 200, investors: 60 };
const BOUGHT: Readonly<Record<FeedName, number>> = {
  funding: 90,
  acquisitions: 40,
  execMoves: 50,
  companies: 12,
  investors: 7,
};
const CREDITS = 1_000;

interface Company {
  readonly id: string | null;
  readonly name: string;
}
interface Round {
  readonly id: string;
  readonly announcedAt: string;
  readonly amountUsd: number | null;
  readonly company: Company;
  readonly investors: readonly { readonly id: string; readonly name: string }[];
}
interface Owned {
  readonly funding: Round[];
  readonly acquisitions: { id: string; announcedAt: string; target: Company; acquirer: Company }[];
  readonly execMoves: {
    id: string;
    announcedAt: string;
    role: string | null;
    company: Company | null;
    fromCompany: Company | null;
    person: { id: string; name: string };
  }[];
  readonly companies: { id: string; name: string }[];
  readonly investors: { id: string; name: string }[];
}

let service: TestService;
let account: TestAccount;
let stranger: TestAccount;
let owned: Owned;

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await loadDemo(service.database.pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
  [account, stranger] = [await service.account(CREDITS), await service.account(CREDITS)];
  const bought: Record<string, unknown> = {};
  for (const feed of FEED_NAMES) {
    const path = `${FEEDS[feed].path}?limit=${BOUGHT[feed]}`;
    bought[feed] = (await (await requestAccountFeed(service, path, account.cookie)).json()).data;
  }
  // The records as the service returned them.
  owned = bought as unknown as Owned;
});
afterAll(() => service.stop());

async function get(endpoint: AccountEndpoint, request: AccountRequest = {}, by = account) {
  const response = await requestAccount(service, endpoint, { cookie: by.cookie, ...request });
  const body = await response.json();
  expect(response.status, body.error?.message).toBe(200);
  return body;
}

const names = (search: string, by = account): Promise<OwnedNames> =>
  get(ACCOUNT.ownedNames, { search: `?${new URLSearchParams({ search })}` }, by);

/** Names by id of everything of a kind that the owned records name. */
function known() {
  const companies = new Map<string, string>();
  const add = (company: Company | null) => company?.id && companies.set(company.id, company.name);
  for (const { company } of owned.funding) add(company);
  for (const { target, acquirer } of owned.acquisitions) [target, acquirer].forEach(add);
  for (const { company, fromCompany } of owned.execMoves) [company, fromCompany].forEach(add);
  owned.companies.forEach(add);
  const investors = new Map(
    [...owned.funding.flatMap((round) => round.investors), ...owned.investors].map((one) => [one.id, one.name]),
  );
  return { companies, investors };
}

describe("names of owned records", () => {
  it("are those with words that begin with all that was typed, the closest first, and no others", async () => {
    const { companies, investors } = known();
    for (const [kind, all] of [
      ["companies", companies],
      ["investors", investors],
    ] as const)
      for (const name of [...all.values()].slice(0, 8)) {
        const typed = foldText(name).slice(0, 3);
        const expected = [...all].filter(([, one]) =>
          foldText(one)
            .split(/[^\p{L}\p{N}]+/u)
            .some((word) => word.startsWith(typed)),
        );
        const found = (await names(typed))[kind];
        expect(found).toHaveLength(Math.min(8, expected.length));
        for (const { id, name: foundName } of found) expect(all.get(id)).toBe(foundName);
        if (expected.some(([, one]) => foldText(one).startsWith(typed)))
          expect(foldText(found[0]?.name ?? "").startsWith(typed)).toBe(true);
      }
  });

  it("of people come with their newest owned move and its company", async () => {
    const [move] = owned.execMoves;
    const [found] = (await names(move?.person.name ?? "")).people.filter(({ id }) => id === move?.person.id);
    expect(found?.about).toBe([move?.role, move?.company?.name].filter(Boolean).join(", "));
  });

  it("of companies are found by their ids", async () => {
    const { companies } = known();
    const ids = [...companies.keys()].slice(0, 20);
    const { rows } = await service.database.pool.query<{ id: string }>("select id from companies");
    const other = rows
      .map(({ id }) => id)
      .filter((id) => !companies.has(id))
      .slice(0, 20);
    const search = `?${new URLSearchParams([...ids, ...other].map((id) => ["id", id]))}`;
    const found: OwnedNames = await get(ACCOUNT.ownedNames, { search });
    expect(new Map(found.companies.map(({ id, name }) => [id, name]))).toEqual(
      new Map(ids.map((id) => [id, companies.get(id)])),
    );
  });

  it("need two letters", async () => {
    for (const search of ["?search=a", "", "?id=42", `?search=${"a".repeat(300)}`])
      expect((await requestAccount(service, ACCOUNT.ownedNames, { cookie: account.cookie, search })).status).toBe(400);
    expect(await names("%_ \\")).toEqual({ companies: [], investors: [], people: [] });
  });
});

describe("former names", () => {
  const companies = async (search: string, by = account) =>
    (await names(search, by)).companies.map(({ name, formerNames }) => [name, formerNames]);

  async function rename(id: string, ...former: readonly string[]): Promise<void> {
    await service.database.pool.query(
      `insert into company_former_names
       select $1, name, timestamptz '2026-01-01' + place * interval '1 day' from unnest($2::text[]) with ordinality f (name, place)`,
      [id, former],
    );
  }

  it("find the companies of owned records, behind those that have such a name now", async () => {
    const [[first, name] = ["", ""], [, other] = ["", ""]] = owned.companies.map((one) => [one.id, one.name] as const);
    const word = other.split(" ")[0] ?? "";
    await rename(first, "Zwolle Lattice Ltd", `${word} Aaa`, "Ärztehaus Zwolle");
    const all = ["Ärztehaus Zwolle", `${word} Aaa`, "Zwolle Lattice Ltd"];
    expect(await companies("zwol latt")).toEqual([[name, all]]);
    expect(await companies("arzte")).toEqual([[name, all]]);
    expect(await companies("zwolle", stranger)).toEqual([]);
    const found = (await companies(word)).map(([one]) => one);
    expect(found.indexOf(other)).toBeGreaterThanOrEqual(0);
    expect(found.indexOf(name)).toBeGreaterThan(found.indexOf(other));
  });

  it("find owned rows in a list, which have them, and no others", async () => {
    const { rows } = await service.database.pool.query<{ id: string; name: string }>(
      "select id, name from companies where id <> all($1::uuid[]) limit 1",
      [[...known().companies.keys()]],
    );
    const [hidden] = rows;
    await rename(hidden?.id ?? "", "Zwolle Cloud");
    for (const endpoint of [ACCOUNT.explore, ACCOUNT.purchased]) {
      const page = await get(endpoint, { id: "companies", search: "?search=zwolle" });
      expect(page.rows.map(({ record }: { record: { id: string } }) => record.id)).toEqual([owned.companies[0]?.id]);
      expect(page.rows[0].formerNames[0]).toBe("Ärztehaus Zwolle");
    }
    const { rows: all }: { rows: { formerNames?: unknown }[] } = await get(ACCOUNT.purchased, { id: "companies" });
    expect(all.filter(({ formerNames }) => formerNames !== undefined)).toHaveLength(1);
    // Anyone may look a whole name up, and learns what the company is called now.
    const { company } = await get(ACCOUNT.quote, { search: "?name=zwolle%20cloud" }, stranger);
    expect(company).toEqual({ ...hidden, formerName: "Zwolle Cloud" });
  });
});

it("an investor has its owned rounds, newest first, and its record where that is owned", async () => {
  const ids = [...known().investors.keys()];
  for (const id of ids.slice(0, 15)) {
    const { investor, rounds, total } = await get(ACCOUNT.ownedInvestor, { id });
    const expected = owned.funding.filter(({ investors }) => investors.some((one) => one.id === id));
    expect(rounds.map(({ record }: { record: Round }) => record)).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(investor?.record).toEqual(owned.investors.find((one) => one.id === id));
  }
});

it("records are returned by their ids where they are owned", async () => {
  for (const feed of FEED_NAMES) {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select id from ${{ funding: "funding_events", acquisitions: "acquisitions", execMoves: "exec_moves", companies: "companies", investors: "investors" }[feed]} limit 40`,
    );
    const bought = new Map(owned[feed].map((record) => [record.id, record]));
    const ids = [...rows.map(({ id }) => id), ...[...bought.keys()].slice(0, 5)];
    const found = await get(ACCOUNT.purchasedRecords, {
      id: feed,
      search: `?${new URLSearchParams(ids.map((id) => ["record", id]))}`,
    });
    const expected = new Set(ids.filter((id) => bought.has(id)));
    expect(new Set(found.rows.map(({ record }: { record: { id: string } }) => record.id))).toEqual(expected);
    for (const { record, purchasedAt } of found.rows) {
      expect(record).toEqual(bought.get(record.id));
      expect(Date.parse(purchasedAt)).not.toBeNaN();
    }
  }
});

it("watched companies have their newest owned event, how many there are, and what was raised", async () => {
  const companies = [...known().companies].slice(0, 50);
  const body = { companies: companies.map(([id, name]) => ({ id, name, domain: null })) };
  const watched = await requestAccount(service, ACCOUNT.watch, { cookie: account.cookie, body });
  expect(watched.status, await watched.text()).toBe(201);
  const { companies: found } = await get(ACCOUNT.watchedEvents);
  const events = (id: string) =>
    [
      ...owned.funding.filter(({ company }) => company.id === id).map((record) => ({ feed: "funding", record })),
      ...owned.acquisitions
        .filter(({ target, acquirer }) => target.id === id || acquirer.id === id)
        .map((record) => ({ feed: "acquisitions", record })),
      ...owned.execMoves
        .filter(({ company, fromCompany }) => company?.id === id || fromCompany?.id === id)
        .map((record) => ({ feed: "execMoves", record })),
    ].sort((a, b) => Date.parse(b.record.announcedAt) - Date.parse(a.record.announcedAt));
  const expected = companies.flatMap(([id]) => {
    const all = events(id);
    const amounts = owned.funding.flatMap(({ company, amountUsd }) => (company.id === id ? (amountUsd ?? []) : []));
    const raisedUsd = amounts.length === 0 ? null : amounts.reduce((sum, usd) => sum + usd, 0);
    return all.length === 0 ? [] : [{ id, events: all.length, raisedUsd, latest: all[0] }];
  });
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
});

it("a summary of what is owned has the total of its list", async () => {
  const queries: Readonly<Record<FeedName, readonly string[]>> = {
    funding: ["", "round=seed", "countries=US", "minAmountUsd=7000000", "since=2026-06-01", "domain=example.com"],
    acquisitions: ["", "isMerger=true", "minAmountUsd=3000000"],
    execMoves: ["", "moveType=departure"],
    companies: ["", "countries=US", "search=lab", "minRaisedLast12mUsd=6000000"],
    investors: ["", "type=vc", "search=capital"],
  };
  for (const feed of FEED_NAMES)
    for (const query of queries[feed]) {
      const { pagination } = await get(ACCOUNT.purchased, { id: feed, search: `?${query}` });
      const summary: Summary = await get(ACCOUNT.purchasedSummary, { id: feed, search: `?${query}` });
      expect([`${feed}?${query}`, summary.total, summary.owned]).toEqual([
        `${feed}?${query}`,
        pagination.total,
        pagination.total,
      ]);
    }
  const { facets }: Summary = await get(ACCOUNT.purchasedSummary, { id: "funding" });
  for (const [round, { count }] of Object.entries(facets.round ?? {})) {
    const { pagination } = await get(ACCOUNT.purchased, { id: "funding", search: `?round=${round}` });
    expect(pagination.total).toBe(count);
  }
});

it("tells what each charge bought, and nothing of another workspace's or of a client's", async () => {
  const { entries } = await get(ACCOUNT.ledger);
  for (const feed of FEED_NAMES) {
    const { id } = entries.find(({ endpoint }: { endpoint: string }) => endpoint === FEEDS[feed].endpoint);
    const { entry, records } = await get(ACCOUNT.charge, { id });
    expect([entry.id, entry.records]).toEqual([id, BOUGHT[feed]]);
    const bought: { id: string }[] = owned[feed];
    expect(new Set(records)).toEqual(new Set(bought.map((record) => ({ feed, record }))));
    const refused = await requestAccount(service, ACCOUNT.charge, { cookie: stranger.cookie, id });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { message: `The ledger has no entry with the id ${id}.` } });
  }

  const own = await service.account(CREDITS);
  const latest = async () => (await get(ACCOUNT.ledger, {}, own)).entries[0];
  await requestAccountFeed(service, `${FEEDS.funding.path}?limit=2`, own.cookie);
  await requestAccountFeed(service, `${FEEDS.funding.path}?limit=5`, own.cookie);
  const { id, records, delta } = await latest();
  expect([records, delta]).toEqual([5, -3]);
  expect((await get(ACCOUNT.charge, { id }, own)).records).toMatchObject(
    owned.funding.slice(2, 5).map((record) => ({ feed: "funding", record: { id: record.id } })),
  );
  await fetch(`${service.url}${FEEDS.funding.path}?limit=4`, { headers: { [API_KEY_HEADER]: own.key } });
  expect((await get(ACCOUNT.charge, { id: (await latest()).id }, own)).records).toEqual([]);
});

it("is nothing for another workspace, and costs nothing", async () => {
  const [company] = known().companies.values();
  expect(await names(company ?? "", stranger)).toEqual({ companies: [], investors: [], people: [] });
  const [round] = owned.funding;
  const [investor] = round?.investors ?? [];
  expect(await get(ACCOUNT.ownedInvestor, { id: investor?.id ?? round?.id ?? "" }, stranger)).toEqual({
    investor: null,
    rounds: [],
    total: 0,
  });
  expect(await get(ACCOUNT.purchasedRecords, { id: "funding", search: `?record=${round?.id}` }, stranger)).toEqual({
    rows: [],
  });
  expect((await get(ACCOUNT.purchasedSummary, { id: "funding" }, stranger)).total).toBe(0);
  expect(await get(ACCOUNT.watchedEvents, {}, stranger)).toEqual({ companies: [] });
  const spent = Object.values(BOUGHT).reduce((sum, count) => sum + count, 0);
  expect([await readBalance(service, account.workspaceId), await readBalance(service, stranger.workspaceId)]).toEqual([
    CREDITS - spent,
    CREDITS,
  ]);
});
