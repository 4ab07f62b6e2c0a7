/** Assembles the record of an investor. */
import type { Investor } from "@dealflow/contract/records/schemas";
import { countryRecord } from "./company";

export interface InvestorFacts {
  readonly id: string;
  readonly name: string;
  readonly type: Investor["type"];
  /** The code is ISO 3166-1 alpha-2. */
  readonly hqCountry: string | null;
  readonly domain: string | null;
  readonly firstSeenAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function investorRecord(facts: InvestorFacts): Investor {
  return {
    id: facts.id,
    name: facts.name,
    type: facts.type,
    hqCountry: countryRecord(facts.hqCountry),
    domain: facts.domain,
    firstSeenAt: facts.firstSeenAt?.toISOString() ?? null,
    lastSeenAt: facts.lastSeenAt?.toISOString() ?? null,
    createdAt: facts.createdAt.toISOString(),
    updatedAt: facts.updatedAt.toISOString(),
  };
}
