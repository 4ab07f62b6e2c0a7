/** The market of the tests of the interface's statements: few records, each with a label, behind a running service. */

import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, expect } from "vitest";
import { refreshMetrics } from "@/service/metrics/refresh";
import type { CompanyFacts } from "@/service/records/company";
import { newId } from "@/service/store/new-id";
import type { ListBody } from "../testing/api-client";
import {
  insertCompanies,
  insertDeal,
  insertInvestor,
  insertMove,
  insertPerson,
  insertRound,
} from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Entity extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Parts of a list and of an error; the test knows which of them exist. */
type ListOrError = ListBody<Entity> & Failure;

export interface Failure {
  readonly error: { readonly code: string; readonly message: string };
  readonly meta: { readonly requestId?: string };
}

export interface Options {
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const at = (text: string) => new Date(text);
const [ALDER, BIRCH, CEDAR] = [newId(), newId(), newId()];

const COMPANIES: readonly Partial<CompanyFacts>[] = [
  {
    id: ALDER,
    name: "Alder AI",
    domain: "alder.example",
    description: "Quiet engines for boats.",
    socialHandle: "alder-boats",
    socialUrl: "https://social.example/company/alder-boats",
    socialGeoId: "103644278",
    socialIndustryId: "4",
    naicsCode: "5132",
    hqCity: "Boston",
    hqCountry: "US",
    industryGroup: "Software Development",
    industrySubTags: ["Engines"],
    verticals: ["ai", "hardware"],
    employeeCountBucket: "11-50",
    foundedYear: 2019,
    businessModel: "B2B",
    updatedAt: at("2026-03-01T10:00:00.000Z"),
  },
  {
    id: BIRCH,
    name: "Birch Bank, Inc.",
    domain: "birch.example",
    description: "Lending for Étienne.",
    naicsCode: "52",
    hqCountry: "DE",
    industryGroup: "Banking",
    verticals: ["fintech"],
    employeeCountBucket: "10001+",
    foundedYear: 1899,
    updatedAt: at("2026-03-02T23:59:59.999Z"),
  },
  {
    id: CEDAR,
    name: "Cedar",
    domain: null,
    description: null,
    naicsCode: null,
    hqCity: null,
    hqCountry: null,
    industryGroup: null,
    verticals: [],
    employeeCountBucket: null,
    foundedYear: null,
    updatedAt: at("2026-03-03T00:00:00.000Z"),
  },
];

export interface Market {
  readonly service: TestService;
  readonly account: TestAccount;
  /** These map labels to ids, and ids to labels. */
  readonly ids: ReadonlyMap<string, string>;
  get<Body = ListOrError>(path: string, options?: Options): Promise<Answer<Body>>;
  /** Labels of the records of a page, in order; fails unless it is answered with 200. */
  labels(path: string): Promise<string>;
  /** Creates a key with so many credits. */
  keyWith(credits: number): Promise<string>;
}

/** Opened before the tests of a file. */
export function openMarket(): Market {
  let service: TestService | undefined;
  let account: TestAccount | undefined;
  const ids = new Map<string, string>([
    ["alder", ALDER],
    ["birch", BIRCH],
    ["cedar", CEDAR],
  ]);
  const opened = <T>(value: T | undefined): T => value ?? expect.fail("the market is opened before the tests");
  beforeAll(async () => {
    service = await testService();
    account = await service.account(1_000_000);
    await fill(service, ids);
  });
  afterAll(() => service?.stop());
  const market: Market = {
    get service() {
      return opened(service);
    },
    get account() {
      return opened(account);
    },
    ids,
    get: async (path, { key = opened(account).key, method = "GET", headers = {}, body } = {}) => {
      const response = await fetch(`${opened(service).url}${path}`, {
        method,
        headers: { ...(key === null ? {} : { [API_KEY_HEADER]: key }), ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    labels: async (path) => {
      const { status, body } = await market.get(path);
      expect(status, body.error?.message).toBe(200);
      const names = new Map([...ids].map(([label, id]) => [id, label]));
      return body.data.map(({ id }) => names.get(id)).join(" ");
    },
    keyWith: async (credits) => (await opened(service).account(credits)).key,
  };
  return market;
}

async function fill(service: TestService, ids: Map<string, string>): Promise<void> {
  const { pool } = service.database;
  const [alder, birch, cedar] = await insertCompanies(pool, COMPANIES);
  if (alder === undefined || birch === undefined || cedar === undefined) throw new Error("three companies are made");
  await pool.query("insert into company_domains values ('old-alder.example', $1, now())", [alder.id]);
  const named = <T extends { readonly id: string }>(label: string, made: T): T => {
    ids.set(label, made.id);
    return made;
  };
  const north = named(
    "north",
    await insertInvestor(pool, {
      name: "Northbeam Capital",
      firstSeenAt: at("2020-01-01T00:00:00.000Z"),
      updatedAt: at("2026-04-01T00:00:00.000Z"),
    }),
  );
  named(
    "angel",
    await insertInvestor(pool, {
      name: "Ängel Club",
      type: "angel",
      hqCountry: "DE",
      domain: "club.example",
      updatedAt: at("2026-04-02T12:00:00.000Z"),
    }),
  );
  const unknown = { name: "Someone", type: null, hqCountry: null, domain: null } as const;
  named("someone", await insertInvestor(pool, { ...unknown, updatedAt: at("2026-04-03T00:00:00.000Z") }));

  const investors = [{ id: north.id, name: north.name }];
  const round = async (label: string, ...[company, facts, backers]: RoundFacts) =>
    named(label, await insertRound(pool, company, facts, backers));
  await round("seed", alder, { announcedAt: at("2026-11-01T00:00:00.000Z") }, investors);
  await round("series-a", alder, {
    round: "series-a",
    amountUsdCents: 20_000_000_00,
    announcedAt: at("2026-11-10T12:00:00.000Z"),
  });
  await round("debt", birch, {
    round: "debt",
    roundStated: false,
    amountUsdCents: 1_100_000_00,
    amountOriginalCurrency: "EUR",
    amountOriginalCents: 1_000_000_00,
    announcedAt: at("2026-11-05T00:00:00.000Z"),
  });
  const none = { amountUsdCents: null, amountOriginalCurrency: null, amountOriginalCents: null } as const;
  await round("unresolved", "Unknown Ltd", { ...none, announcedAt: at("2026-11-03T23:59:59.999Z") });
  await round("bridge", cedar, { ...none, round: "bridge", announcedAt: at("2026-10-01T00:00:00.000Z") });

  const deal = async (label: string, ...[acquirer, target, facts]: DealFacts) =>
    named(label, await insertDeal(pool, acquirer, target, facts));
  await deal("bought", alder, birch, {
    amountUsdCents: 50_000_000_00,
    amountOriginalCurrency: "USD",
    amountOriginalCents: 50_000_000_00,
    paymentType: "cash",
    announcedAt: at("2026-11-02T00:00:00.000Z"),
    closingAt: at("2026-12-01T00:00:00.000Z"),
  });
  await deal("merged", birch, cedar, {
    isMerger: true,
    paymentType: "stock",
    announcedAt: at("2026-11-04T00:00:00.000Z"),
  });
  await deal("unstated", "Somebody", alder, { announcedAt: at("2026-11-06T00:00:00.000Z") });

  const [ada, ben, cleo] = [
    named("ada", await insertPerson(pool, "Ada Quill")),
    await insertPerson(pool, "Ben Orr"),
    await insertPerson(pool, "Cleo Hart"),
  ];
  const move = async (label: string, ...[person, company, facts]: MoveFacts) =>
    named(label, await insertMove(pool, person, company, facts));
  await move("appointed", ada, alder, {
    announcedAt: at("2020-11-07T00:00:00.000Z"),
    effectiveDate: at("2020-12-01T00:00:00.000Z"),
    fromCompany: birch,
  });
  await move("founded", ben, birch, { announcedAt: at("2020-11-08T00:00:00.000Z"), roleSeniority: "founder" });
  await move("promoted", ben, birch, {
    announcedAt: at("2020-11-07T12:00:00.000Z"),
    moveType: "promotion",
    roleSeniority: "director",
  });
  await move("left", cleo, alder, { announcedAt: at("2020-11-09T00:00:00.000Z"), moveType: "departure" });
  await move("changed", cleo, "Elsewhere", { announcedAt: at("2020-11-06T00:00:00.000Z"), moveType: "transition" });
  await refreshMetrics(pool, at("2026-11-20T12:00:00.000Z"));
}

type RoundFacts = Parameters<typeof insertRound> extends [unknown, ...infer Rest] ? Rest : never;
type DealFacts = Parameters<typeof insertDeal> extends [unknown, ...infer Rest] ? Rest : never;
type MoveFacts = Parameters<typeof insertMove> extends [unknown, ...infer Rest] ? Rest : never;
