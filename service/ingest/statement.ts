/** Defines the checked statement of one row, in which every format reaches the writers. */
import type { Acquisition, ExecMove, FundingEvent, Source } from "@dealflow/contract/records/schemas";
import type { AnnouncedPrecision } from "@/service/records/announced";
import type { CompanyFacts } from "@/service/records/company";
import type { InvestorFacts } from "@/service/records/investor";
import type { Kind } from "./fields";
import type { Money } from "./values/amounts";

/** Facts that are not stated are null or empty. */
export interface CompanyStatement extends Omit<CompanyFacts, "id" | "name" | "createdAt" | "updatedAt"> {
  /** The source knows the company by this name. */
  readonly key: string | null;
  readonly name: string | null;
}

export interface InvestorStatement extends Omit<InvestorFacts, "id" | "createdAt" | "updatedAt"> {
  readonly key: string | null;
}

export interface PersonStatement extends Omit<ExecMove["person"], "id" | "name"> {
  readonly key: string | null;
  readonly name: string;
}

interface EventStatement {
  /** The key is the source's own; null when the event is identified by its content. */
  readonly key: string | null;
  readonly announcedAt: Date;
  /** The source names this period, of which `announcedAt` is the first instant. */
  readonly announcedPrecision: AnnouncedPrecision;
  readonly discoveredAt: Date | null;
  readonly sources: readonly Source[];
}

export interface FundingStatement extends EventStatement {
  readonly kind: "funding";
  readonly company: CompanyStatement;
  readonly round: FundingEvent["round"];
  readonly roundStated: boolean | null;
  readonly amount: Money | null;
  readonly investors: readonly InvestorStatement[];
}

export interface AcquisitionStatement extends EventStatement {
  readonly kind: "acquisition";
  readonly target: CompanyStatement;
  readonly acquirer: CompanyStatement;
  readonly amount: Money | null;
  readonly paymentType: Acquisition["paymentType"] | null;
  readonly isMerger: boolean | null;
  readonly closingAt: Date | null;
}

export interface ExecMoveStatement extends EventStatement {
  readonly kind: "exec_move";
  readonly person: PersonStatement;
  readonly company: CompanyStatement;
  readonly fromCompany: CompanyStatement | null;
  readonly role: string | null;
  readonly roleSeniority: ExecMove["roleSeniority"];
  readonly moveType: ExecMove["moveType"];
  readonly effectiveDate: Date | null;
}

export interface CompanyRowStatement {
  readonly kind: "company";
  readonly company: CompanyStatement;
  /** The row only adds to a company that is known already, and is left out otherwise. */
  readonly known: boolean;
  /** Former names and other ones, by which the company is found too. */
  readonly otherNames: readonly string[];
}

export type Statement =
  | FundingStatement
  | AcquisitionStatement
  | ExecMoveStatement
  | CompanyRowStatement
  | { readonly kind: "investor"; readonly investor: InvestorStatement };

/** A value of a row that is not stored, or not as it is written. */
export interface DroppedValue {
  /** The field has the name that maps use. */
  readonly field: string;
  readonly value: string;
  /** One sentence names the field, the value, and what is allowed. */
  readonly reason: string;
}

/** A cell has this text, by which its source or the map says that nothing is known. */
export interface EmptyValue {
  readonly field: string;
  readonly value: string;
}

/** The texts of a row have one line, are not empty, are keyed by path, and are not yet checked. */
export interface RawRow {
  readonly kind: Kind;
  readonly key: string | null;
  readonly texts: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Some formats state more about investors than their names. */
  readonly investors: readonly RawInvestor[];
  /** Some formats give more than one source. */
  readonly sources: readonly Source[];
  /** The map reads these texts as nothing; absent in a report that is read again. */
  readonly nothing?: readonly EmptyValue[];
}

export interface RawInvestor {
  readonly key: string | null;
  readonly name: string;
}

/** A row comes with the line on which it begins, or with the reason why it is rejected. */
export type ReadRow = {
  readonly line: number;
  /** The cells as they stand in the file, where it has some. */
  readonly cells?: readonly string[];
} & ({ readonly row: RawRow } | { readonly reason: string });

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

export function listInvestors(statement: Statement): readonly InvestorStatement[] {
  if (statement.kind === "investor") return [statement.investor];
  return statement.kind === "funding" ? statement.investors : [];
}
