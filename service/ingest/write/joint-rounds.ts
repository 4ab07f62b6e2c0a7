/** Lists of investments have a row for each investor of a round: such rows tell of one round with all of them. */
import type { FundingStatement, InvestorStatement } from "../statement";
import { normalName } from "../values/text";
import type { CheckedRow } from "./batch";
import { companyTag } from "./events/funding";
import { pushTo } from "./keys";

type Round = CheckedRow & { readonly statement: FundingStatement };

/** Gives each of the rows that state one round the investors of all of them. */
export function joinInvestors(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const rounds = new Map<string, Round[]>([]);
  for (const row of rows) if (isRound(row)) pushTo(rounds, roundText(row.statement), row);
  const joined = new Map<CheckedRow, CheckedRow>([]);
  for (const some of rounds.values()) {
    if (some.length === 1) continue;
    const investors = new Map<string, InvestorStatement>([]);
    for (const { statement } of some)
      for (const one of statement.investors) {
        const name = one.key ?? normalName(one.name);
        if (!investors.has(name)) investors.set(name, one);
      }
    for (const row of some)
      joined.set(row, { ...row, statement: { ...row.statement, investors: [...investors.values()] } });
  }
  return joined.size === 0 ? rows : rows.map((row) => joined.get(row) ?? row);
}

function isRound(row: CheckedRow): row is Round {
  return row.statement.kind === "funding" && row.statement.investors.length > 0;
}

function roundText({ key, company, round, amount, announcedAt, announcedPrecision }: FundingStatement): string {
  return JSON.stringify([key, companyTag(company), round, amount, announcedAt, announcedPrecision]);
}
