/** What the owned rounds of a workspace show of one investor. */
import type { CompanyRecord, InvestorRecord } from "@dealflow/client/records";
import type { NamedInvestor } from "@/lib/client/timelines/addresses";
import type { OwnedRow } from "@/lib/queries/owned";

export type Round = OwnedRow<"funding">;

export interface PortfolioCompany {
  readonly company: CompanyRecord;
  /** Of the company, in which the investor took part; newest first. */
  readonly rounds: readonly Round[];
}

export interface CoInvestor {
  readonly investor: NamedInvestor;
  /** In which both took part. */
  readonly rounds: number;
}

export interface Portfolio {
  readonly name: string | undefined;
  /** Its record in the directory, where that is owned. */
  readonly investor: InvestorRecord | undefined;
  /** Newest first. */
  readonly rounds: readonly Round[];
  /** The latest round first. */
  readonly companies: readonly PortfolioCompany[];
  /** The most rounds first. */
  readonly coInvestors: readonly CoInvestor[];
}

/** @param rounds owned ones in which the investor took part, newest first */
export function createPortfolio(id: string, rounds: readonly Round[], investor: InvestorRecord | undefined): Portfolio {
  const isMeant = (one: NamedInvestor) => one.id?.toLowerCase() === id;
  const named = rounds.flatMap(({ record }) => record.investors.find(isMeant)?.name ?? []);
  return {
    name: investor?.name ?? named[0],
    investor,
    rounds,
    companies: companiesOf(rounds),
    coInvestors: coInvestorsOf(rounds, isMeant),
  };
}

function companiesOf(rounds: readonly Round[]): PortfolioCompany[] {
  const companies = new Map<string, { company: CompanyRecord; rounds: Round[] }>();
  for (const round of rounds) {
    const { company } = round.record;
    const key = company?.id ?? company?.name;
    if (!company || !key) continue;
    const known = companies.get(key);
    if (known === undefined) companies.set(key, { company, rounds: [round] });
    else known.rounds.push(round);
  }
  return [...companies.values()];
}

function coInvestorsOf(rounds: readonly Round[], isMeant: (one: NamedInvestor) => boolean): CoInvestor[] {
  const others = new Map<string, { investor: NamedInvestor; rounds: number }>();
  for (const { record } of rounds)
    for (const investor of record.investors) {
      const key = investor.id ?? investor.name;
      if (!key || isMeant(investor)) continue;
      const known = others.get(key);
      if (known === undefined) others.set(key, { investor, rounds: 1 });
      else known.rounds++;
    }
  return [...others.values()].sort((a, b) => b.rounds - a.rounds);
}
