/** Restores funding rounds, and merges rows into them. */
import { type FundingEvent, fundingEvent, type NamedInvestor } from "@dealflow/contract/records/schemas";
import type { Announced } from "@/service/records/announced";
import { type FundingFacts, fundingRecord } from "@/service/records/events";
import { compareAmounts } from "../../resolve/same-event";
import type { CompanyStatement, FundingStatement } from "../../statement";
import { FUNDING_ROWS } from "../../table-rows";
import type { Money } from "../../values/amounts";
import { normalName } from "../../values/text";
import type { ResolvedCompany } from "../entities/companies";
import { bounded } from "../keys";
import { BOTH, mergeParts, mergeValue, type Run } from "../update";
import { type AgreedParts, agreedAmount, agreedDate, agreedFacts, amountText, ofKind } from "./agreed";
import type { EventShape, EventStart, EventState } from "./events";
import type { Identity } from "./identity";
import { AMOUNT_FACTS, addAmount, mergeAmount, NO_AMOUNT } from "./money";
import { mergeParty, type Party, partyIdentity, partyRecord } from "./parties";
import { ANNOUNCED_FACTS, mergeAnnounced, mergeSources, parseStored } from "./stored-event";

export interface FundingState extends EventState {
  readonly facts: FundingFacts & Announced;
  readonly company: Party;
  readonly investors: readonly NamedInvestor[];
}

const AGREED: AgreedParts<FundingStatement, FundingState["facts"]> = {
  round: {
    text: ({ round }) => round,
    take: (facts, { round, roundStated }) => ({ ...facts, round, roundStated: roundStated ?? true }),
  },
  amount: agreedAmount(),
  announcedAt: agreedDate(),
};

export const FUNDING_SHAPE: EventShape<FundingEvent, FundingState> = {
  kind: "funding",
  rows: FUNDING_ROWS,
  restore: (text) => {
    const { record, precision } = parseStored(text);
    const {
      company,
      investors,
      sources,
      announcedAt,
      discoveredAt,
      amountUsd: _,
      ...facts
    } = fundingEvent.parse(record);
    return {
      facts: {
        ...facts,
        announcedAt: new Date(announcedAt),
        announcedPrecision: precision,
        discoveredAt: new Date(discoveredAt),
      },
      company: { record: company },
      investors,
      sources,
    };
  },
  record: ({ facts, company, investors, sources }) => fundingRecord(facts, partyRecord(company), investors, sources),
  factsByPart: { round: ["round", "roundStated"], amount: AMOUNT_FACTS, announcedAt: ANNOUNCED_FACTS },
  agreedParts: Object.keys(AGREED),
  agree: (state, sources) => ({ ...state, facts: agreedFacts(state.facts, ofKind(sources, "funding"), AGREED) }),
  parties: ({ company, investors }) => [partyIdentity(company), investors.map(({ id }) => id)],
};

/** Identifies a company in the key of an event that has no key. */
export function companyTag(company: CompanyStatement): string {
  return company.key ?? company.domain ?? normalName(company.name ?? "");
}

/** Returns the amount of a stored round as a row states one; null when it is unknown. */
function storedAmount(facts: FundingFacts): Money | null {
  const { amountUsdCents: usdCents, amountOriginalCurrency, amountOriginalCents } = facts;
  const [currency, minor] = [amountOriginalCurrency ?? "USD", amountOriginalCents ?? usdCents];
  return minor === null ? null : { currency, minor, usdCents };
}

/** A round with the same amount may be a year off; one without may be two months off, the length of a closing. */
const SAME_AMOUNT_DAYS = 366;
const NEARBY_DAYS = 62;

export function fundingIdentity({
  key,
  company,
  announcedAt,
  round,
  amount,
}: FundingStatement): Identity<FundingState> {
  if (key !== null) return { key };
  return {
    group: bounded(JSON.stringify([companyTag(company), round])),
    announcedAt,
    amount: {
      stated: amount && amountText(amount),
      read: ({ facts }) => {
        const stored = storedAmount(facts);
        return stored && amountText(stored);
      },
      differs: ({ facts }, isShared) => {
        const [one, other] = [amount, storedAmount(facts)];
        if (one === null || other === null) return false;
        // Another source may have rounded the amount that is stored, and rates say how two currencies compare.
        if (isShared || one.currency !== other.currency)
          return compareAmounts(one.usdCents, other.usdCents) === "different";
        return amountText(one) !== amountText(other);
      },
    },
    fits: ({ facts }, days) => {
      const [one, other] = [facts.amountOriginalCents ?? facts.amountUsdCents, amount?.minor ?? amount?.usdCents];
      if (one === null || other === null || other === undefined) return days <= NEARBY_DAYS;
      return one === other && days <= SAME_AMOUNT_DAYS;
    },
  };
}

export function nextFunding(
  run: Run,
  { id, before, leads, shared }: EventStart<FundingState>,
  stated: FundingStatement,
  company: ResolvedCompany | null,
  investors: readonly NamedInvestor[],
): FundingState {
  const old = before?.facts;
  const round = mergeValue(old?.round ?? null, stated.round, leads);
  const statesRound = stated.round !== null && round === stated.round && (leads || old?.round == null);
  return {
    facts: {
      id,
      round,
      roundStated: statesRound ? (stated.roundStated ?? true) : (old?.roundStated ?? stated.roundStated ?? false),
      ...mergeAmount(old ?? NO_AMOUNT, stated.amount, leads),
      ...mergeAnnounced(old, stated, leads),
      discoveredAt: old?.discoveredAt ?? stated.discoveredAt ?? run.now,
    },
    company: mergeParty(before?.company ?? null, stated.company, company, leads),
    investors: mergeParts(before?.investors ?? [], investors, { leads, shared }, ({ id }) => id),
    sources: mergeSources(before?.sources ?? [], stated.sources, { leads, shared }),
  };
}

/** Adds to a round what only the other one has, which is the same round. */
export function mergeRounds(into: FundingState, from: FundingState): FundingState {
  const { facts, company } = into;
  const named = facts.round === null ? from.facts : facts;
  return {
    facts: {
      ...facts,
      round: named.round,
      roundStated: named.roundStated,
      ...addAmount(facts, from.facts),
      ...mergeAnnounced(facts, from.facts, false),
    },
    company: partyRecord(company).id === null ? from.company : company,
    investors: mergeParts(into.investors, from.investors, BOTH, ({ id }) => id),
    sources: mergeSources(into.sources, from.sources, BOTH),
  };
}
