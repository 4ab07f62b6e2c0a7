/** Returns the companies and the investors that a statement names. */
import type { CompanyStatement, InvestorStatement, Statement } from "../../statement";

export function listCompanies(statement: Statement): readonly CompanyStatement[] {
  switch (statement.kind) {
    case "company":
    case "funding":
      return [statement.company];
    case "acquisition":
      return [statement.target, statement.acquirer];
    case "exec_move":
      return statement.fromCompany === null ? [statement.company] : [statement.company, statement.fromCompany];
    case "investor":
      return [];
  }
}

export function statedInvestors(statement: Statement): readonly InvestorStatement[] {
  if (statement.kind === "investor") return [statement.investor];
  return statement.kind === "funding" ? statement.investors : [];
}
