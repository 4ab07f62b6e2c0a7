/** Assembles the record of each kind of event, once, when it is written: the JSON text of every response. */
import type {
  Acquisition,
  Company,
  ExecMove,
  FundingEvent,
  NamedInvestor,
  Source,
} from "@dealflow/contract/records/schemas";

export interface FundingFacts {
  readonly id: string;
  readonly round: FundingEvent["round"];
  readonly roundStated: boolean;
  readonly amountUsdCents: number | null;
  /** The code is ISO 4217, and the amount in that currency's minor unit; both or neither are null. */
  readonly amountOriginalCurrency: string | null;
  readonly amountOriginalCents: number | null;
  readonly announcedAt: Date;
  readonly discoveredAt: Date;
}

export interface AcquisitionFacts {
  readonly id: string;
  readonly amountUsdCents: number | null;
  readonly amountOriginalCurrency: string | null;
  readonly amountOriginalCents: number | null;
  readonly paymentType: Acquisition["paymentType"];
  readonly isMerger: boolean;
  readonly announcedAt: Date;
  readonly closingAt: Date | null;
  readonly discoveredAt: Date;
}

export interface ExecMoveFacts {
  readonly id: string;
  readonly role: string | null;
  readonly roleSeniority: ExecMove["roleSeniority"];
  readonly moveType: ExecMove["moveType"];
  readonly announcedAt: Date;
  readonly effectiveDate: Date | null;
  readonly discoveredAt: Date;
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function fundingRecord(
  facts: FundingFacts,
  company: Company,
  investors: readonly NamedInvestor[],
  sources: readonly Source[],
): FundingEvent {
  return {
    id: facts.id,
    round: facts.round,
    roundStated: facts.roundStated,
    amountUsdCents: facts.amountUsdCents,
    amountUsd: dollars(facts.amountUsdCents),
    amountOriginalCurrency: facts.amountOriginalCurrency,
    amountOriginalCents: facts.amountOriginalCents,
    investors: [...investors],
    announcedAt: facts.announcedAt.toISOString(),
    discoveredAt: facts.discoveredAt.toISOString(),
    company,
    sources: [...sources],
  };
}

export function acquisitionRecord(
  facts: AcquisitionFacts,
  acquirer: Company,
  target: Company,
  sources: readonly Source[],
): Acquisition {
  return {
    id: facts.id,
    dealAmountUsdCents: facts.amountUsdCents,
    dealAmountUsd: dollars(facts.amountUsdCents),
    dealAmountOriginalCurrency: facts.amountOriginalCurrency,
    dealAmountOriginalCents: facts.amountOriginalCents,
    paymentType: facts.paymentType,
    isMerger: facts.isMerger,
    announcedAt: facts.announcedAt.toISOString(),
    closingAt: facts.closingAt?.toISOString() ?? null,
    discoveredAt: facts.discoveredAt.toISOString(),
    acquirer,
    target,
    sources: [...sources],
  };
}

export function execMoveRecord(
  facts: ExecMoveFacts,
  person: ExecMove["person"],
  company: Company,
  fromCompany: Company | null,
  sources: readonly Source[],
): ExecMove {
  return {
    id: facts.id,
    person,
    role: facts.role,
    roleSeniority: facts.roleSeniority,
    moveType: facts.moveType,
    announcedAt: facts.announcedAt.toISOString(),
    effectiveDate: facts.effectiveDate?.toISOString() ?? null,
    discoveredAt: facts.discoveredAt.toISOString(),
    company,
    fromCompany,
    sources: [...sources],
  };
}
