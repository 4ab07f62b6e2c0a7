/**
 * A small market for tests of what is free: two of them with the same seed have the same ids and previews, and differ in
 * everything that previews hide, which is drawn by another seed.
 */

import { AMOUNT_BANDS_USD } from "@dealflow/contract/records/amount-bands";
import type pg from "pg";
import { Chance } from "@/service/ingest/demo/random";
import { refreshMetrics } from "@/service/metrics/refresh";
import type { CompanyFacts } from "@/service/records/company";
import type { InvestorFacts } from "@/service/records/investor";
import { insertCompanies, insertDeal, insertInvestor, insertMove, insertPerson, insertRound } from "./fixtures";

const DAY_MS = 86_400_000;
const COMPANIES = 60;
const INVESTORS = 20;
const DEALS = 60;
const MOVES = 60;
/** Each company has raised once within the last twelve months, so that its band of that is the same for all amounts. */
const OLD_ROUNDS = 60;
const SYLLABLES = ["al", "bor", "cer", "dun", "el", "fan", "gri", "hol", "in", "jor", "kel", "lum", "mar", "nov", "or"];

/** A market hides this, and an attacker may guess it. */
export interface Secrets {
  readonly names: readonly string[];
  readonly domains: readonly string[];
  readonly ids: readonly string[];
  readonly amountsUsd: readonly number[];
  readonly instants: readonly string[];
}

/** @param today the beginning of a day of UTC, in ms */
export async function insertPreviewedMarket(pool: pg.Pool, hiddenSeed: number, today: number): Promise<Secrets> {
  const [shown, hidden] = [new Chance(1), new Chance(hiddenSeed)];
  const [names, domains, ids, amountsUsd, instants]: [string[], string[], string[], number[], string[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const name = () => {
    const text = Array.from({ length: hidden.between(2, 5) }, () => hidden.pick(SYLLABLES)).join("");
    names.push(text);
    return text;
  };
  const domain = (known: boolean) => {
    if (!known) return null;
    const text = `${name()}${hidden.between(1, 1e9)}.example`;
    domains.push(text);
    return text;
  };
  const within = (daysAgo: number) => {
    const at = new Date(today - daysAgo * DAY_MS + hidden.between(0, DAY_MS - 1));
    instants.push(at.toISOString());
    return at;
  };
  const cents = () => {
    if (shown.happens(0.2)) return null;
    const band = shown.between(0, AMOUNT_BANDS_USD.length - 1);
    const lowest = AMOUNT_BANDS_USD[band] ?? 0;
    const usd = hidden.between(lowest, (AMOUNT_BANDS_USD[band + 1] ?? 2 * lowest) - 1);
    amountsUsd.push(usd);
    return usd * 100;
  };

  const investors: InvestorFacts[] = [];
  for (let index = 0; index < INVESTORS; index++) {
    // Changes of a directory are written in their order.
    const at = 2 * (INVESTORS - index);
    investors.push(
      await insertInvestor(pool, {
        id: shown.uuid(today),
        name: name(),
        type: shown.pick(["vc", "angel", "cvc"]),
        hqCountry: shown.pick(["US", "DE"]),
        domain: domain(shown.happens(0.7)),
        createdAt: new Date(today - at * DAY_MS),
        updatedAt: within(at),
      }),
    );
  }
  const companies: CompanyFacts[] = await insertCompanies(
    pool,
    Array.from({ length: COMPANIES }, () => {
      const at = shown.between(1, 90);
      const id = shown.uuid(today);
      ids.push(id);
      return {
        id,
        name: name(),
        domain: domain(shown.happens(0.7)),
        description: shown.happens(0.7) ? `${name()} ${name()}` : null,
        socialHandle: name(),
        hqCity: name(),
        hqCountry: shown.pick(["US", "DE", "FR"]),
        naicsCode: shown.pick(["5132", "5415", "3254"]),
        industryGroup: shown.pick(["Software Development", "Law Practice"]),
        verticals: [shown.pick(["ai", "saas", "fintech"])],
        employeeCountBucket: shown.pick(["1-10", "11-50", "51-200"]),
        foundedYear: shown.known(shown.between(1990, 2025), 0.2),
        createdAt: new Date(today - at * DAY_MS),
        updatedAt: within(at),
      };
    }),
  );
  const party = () => (shown.happens(0.8) ? shown.pick(companies) : name());
  for (let index = 0; index < COMPANIES + OLD_ROUNDS; index++) {
    const at = index < COMPANIES ? shown.between(1, 300) : shown.between(400, 900);
    const count = shown.between(0, 3);
    const from = hidden.between(0, INVESTORS - 1);
    await insertRound(
      pool,
      index < COMPANIES ? (companies[index] ?? name()) : party(),
      {
        id: shown.uuid(today),
        round: shown.pick(["seed", "series-a", "series-b", "grant"]),
        amountUsdCents: cents(),
        amountOriginalCents: hidden.between(1, 1e12),
        announcedAt: within(at),
        discoveredAt: within(at - 1),
      },
      Array.from({ length: count }, (_, place) => investors[(from + place) % INVESTORS] ?? expectInvestor()).map(
        (investor) => ({ id: investor.id, name: investor.name ?? "" }),
      ),
    );
  }
  for (let index = 0; index < DEALS; index++) {
    const at = shown.between(1, 700);
    await insertDeal(pool, party(), party(), {
      id: shown.uuid(today),
      amountUsdCents: cents(),
      paymentType: shown.pick(["cash", "stock", "undisclosed"]),
      isMerger: shown.happens(0.2),
      announcedAt: within(at),
      discoveredAt: within(at - 1),
    });
  }
  for (let index = 0; index < MOVES; index++) {
    const at = shown.between(1, 700);
    const person = await insertPerson(pool, name());
    ids.push(person.id);
    await insertMove(pool, person, party(), {
      id: shown.uuid(today),
      role: name(),
      roleSeniority: shown.pick(["c_level", "founder", "vp_level"]),
      moveType: shown.pick(["appointment", "departure"]),
      announcedAt: within(at),
      discoveredAt: within(at - 1),
    });
  }
  await refreshMetrics(pool, new Date(today));
  return { names, domains, ids, amountsUsd, instants };
}

function expectInvestor(): never {
  throw new Error("the market has investors");
}
