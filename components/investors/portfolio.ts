/** Builds the portfolio of one investor from the owned rounds of a workspace. */
import type { CompanyRecord, InvestorRecord } from "@dealflow/client/records";
import type { NamedInvestor } from "@/lib/client/timelines/addresses";
import type { OwnedRow } from "@/lib/queries/owned";

export type Round = OwnedRow<"funding">;

interface PortfolioCompany {
  readonly company: CompanyRecord;
  /** These are the company's rounds in which the investor took part, newest first. */
  readonly rounds: readonly Round[];
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
  return [...companies.values()];
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
