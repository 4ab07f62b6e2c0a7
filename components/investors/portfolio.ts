/** Builds the portfolio of one investor from the owned rounds of a workspace. */
import type { CompanyRecord, InvestorRecord } from "@dealflow/client/records";
import type { NamedInvestor } from "@/lib/client/timelines/addresses";
import type { OwnedRow } from "@/lib/queries/owned/owned";

export type Round = OwnedRow<"funding">;

export interface PortfolioCompany {
  readonly company: CompanyRecord;
  /** These are the company's rounds in which the investor took part, newest first. */
  readonly rounds: readonly Round[];
  /** The sum is of these rounds with an amount; null when none has one. */
  readonly raisedUsd: number | null;
  /** Every round has an amount, so that the sum is not only a part. */
  readonly isWhole: boolean;
}

interface CoInvestor {
  readonly investor: NamedInvestor;
  /** Both took part in this many rounds. */
  readonly rounds: number;
}

export interface Portfolio {
  readonly name: string | undefined;
  /** The investor's record of the directory is set where it is owned. */
  readonly investor: InvestorRecord | undefined;
  /** The newest round is first. */
  readonly rounds: readonly Round[];
  /** The company with the latest round is first. */
  readonly companies: readonly PortfolioCompany[];
  /** The co-investor with the most rounds is first. */
  readonly coInvestors: readonly CoInvestor[];
}

/** @param rounds owned rounds in which the investor took part, newest first */
export function createPortfolio(id: string, rounds: readonly Round[], investor: InvestorRecord | undefined): Portfolio {
  const isSelf = (one: NamedInvestor) => one.id?.toLowerCase() === id;
  const named = rounds.flatMap(({ record }) => record.investors.find(isSelf)?.name ?? []);
  return {
    name: investor?.name ?? named[0],
    investor,
    rounds,
    companies: listCompanies(rounds),
    coInvestors: listCoInvestors(rounds, isSelf),
  };
}

function listCompanies(rounds: readonly Round[]): PortfolioCompany[] {
  const companies = new Map<string, { company: CompanyRecord; rounds: Round[] }>();
  for (const round of rounds) {
    const { company } = round.record;
    const key = company?.id ?? company?.name;
    if (!company || !key) continue;
    const known = companies.get(key);
    if (known === undefined) companies.set(key, { company, rounds: [round] });
    else known.rounds.push(round);
  }
  return [...companies.values()].map(({ company, rounds: own }) => {
    const amounts = own.flatMap(({ record }) => record.amountUsd ?? []);
    const raisedUsd = amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount);
    return { company, rounds: own, raisedUsd, isWhole: amounts.length === own.length };
  });
}

/** Counts the rounds of each year from the first one to the latest, newest first. */
export function countByYear(rounds: readonly Round[]): readonly (readonly [year: string, rounds: number])[] {
  const years = rounds.flatMap(({ record }) => record.announcedAt?.slice(0, 4) ?? []).map(Number);
  const [first, latest] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: years.length === 0 ? 0 : latest - first + 1 }, (_, index) => {
    const year = latest - index;
    return [String(year), years.filter((one) => one === year).length];
  });
}

function listCoInvestors(rounds: readonly Round[], isSelf: (one: NamedInvestor) => boolean): CoInvestor[] {
  const others = new Map<string, { investor: NamedInvestor; rounds: number }>();
  for (const { record } of rounds)
    for (const investor of record.investors) {
      const key = investor.id ?? investor.name;
      if (!key || isSelf(investor)) continue;
      const known = others.get(key);
      if (known === undefined) others.set(key, { investor, rounds: 1 });
      else known.rounds++;
    }
  return [...others.values()].sort((a, b) => b.rounds - a.rounds);
}
