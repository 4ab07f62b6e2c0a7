/** Restores acquisitions, and merges rows into them. */
import { type Acquisition, acquisition } from "@dealflow/contract/records/schemas";
import type { Announced } from "@/service/records/announced";
import { type AcquisitionFacts, acquisitionRecord } from "@/service/records/events";
import { selfAcquisition } from "../../check-row";
import type { AcquisitionStatement } from "../../statement";
import { ACQUISITION_ROWS } from "../../table-rows";
import type { ResolvedCompany } from "../entities/companies";
import { bounded } from "../keys";
import { BOTH, mergeValue, type Run } from "../update";
import { type AgreedParts, agreedAmount, agreedDate, agreedFacts, ofKind } from "./agreed";
import type { EventShape, EventStart, EventState } from "./events";
import { companyTag } from "./funding";
import type { Identity } from "./identity";
import { AMOUNT_FACTS, addAmount, mergeAmount, NO_AMOUNT } from "./money";
import { isOneCompany, mergeParty, type Party, partyIdentity, partyRecord } from "./parties";
import { ANNOUNCED_FACTS, mergeAnnounced, mergeSources, parseStored } from "./stored-event";

export interface AcquisitionState extends EventState {
  readonly facts: AcquisitionFacts & Announced;
  readonly acquirer: Party;
  readonly target: Party;
}

const AGREED: AgreedParts<AcquisitionStatement, AcquisitionState["facts"]> = {
  amount: agreedAmount(),
  paymentType: {
    text: ({ paymentType }) => (paymentType === "undisclosed" ? null : paymentType),
    take: (facts, { paymentType }) => ({ ...facts, paymentType: paymentType ?? facts.paymentType }),
  },
  announcedAt: agreedDate(),
  closingAt: {
    text: ({ closingAt }) => closingAt?.toISOString() ?? null,
    take: (facts, { closingAt }) => ({ ...facts, closingAt }),
  },
};

export const ACQUISITION_SHAPE: EventShape<Acquisition, AcquisitionState> = {
  kind: "acquisition",
  rows: ACQUISITION_ROWS,
  restore: (text) => {
    const { record, precision } = parseStored(text);
    const stored = acquisition.parse(record);
    return {
      facts: {
        id: stored.id,
        amountUsdCents: stored.dealAmountUsdCents,
        amountOriginalCurrency: stored.dealAmountOriginalCurrency,
        amountOriginalCents: stored.dealAmountOriginalCents,
        paymentType: stored.paymentType,
        isMerger: stored.isMerger,
        announcedAt: new Date(stored.announcedAt),
        announcedPrecision: precision,
        closingAt: stored.closingAt === null ? null : new Date(stored.closingAt),
        discoveredAt: new Date(stored.discoveredAt),
      },
      acquirer: { record: stored.acquirer },
      target: { record: stored.target },
      sources: stored.sources,
    };
  },
  record: ({ facts, acquirer, target, sources }) =>
    acquisitionRecord(facts, partyRecord(acquirer), partyRecord(target), sources),
  factsByPart: {
    ...{ amount: AMOUNT_FACTS, paymentType: ["paymentType"], isMerger: ["isMerger"] },
    ...{ announcedAt: ANNOUNCED_FACTS, closingAt: ["closingAt"] },
  },
  agreedParts: Object.keys(AGREED),
  agree: (state, sources) => ({ ...state, facts: agreedFacts(state.facts, ofKind(sources, "acquisition"), AGREED) }),
  parties: ({ acquirer, target }) => [partyIdentity(acquirer), partyIdentity(target)],
  // A row may change one side to the company that the other one stays.
  refuse: ({ acquirer, target }) => (isOneCompany(acquirer, target) ? selfAcquisition(partyRecord(target)) : undefined),
};

/** Sources date one deal by its rumour, its signing or its closing: 99 % of pairs lie within a year. */
const SAME_DEAL_DAYS = 396;

export function acquisitionIdentity(stated: AcquisitionStatement): Identity<AcquisitionState> {
  const { key, target, acquirer, announcedAt } = stated;
  if (key !== null) return { key };
  return {
    group: bounded(JSON.stringify([companyTag(target), companyTag(acquirer)])),
    announcedAt,
    fits: (_, days) => days <= SAME_DEAL_DAYS,
  };
}

export function nextAcquisition(
  run: Run,
  { id, before, leads, shared }: EventStart<AcquisitionState>,
  stated: AcquisitionStatement,
  acquirer: ResolvedCompany | null,
  target: ResolvedCompany | null,
): AcquisitionState {
  const old = before?.facts;
  const knownPayment = old === undefined || old.paymentType === "undisclosed" ? null : old.paymentType;
  return {
    facts: {
      id,
      ...mergeAmount(old ?? NO_AMOUNT, stated.amount, leads),
      paymentType: mergeValue(knownPayment, stated.paymentType, leads) ?? "undisclosed",
      isMerger: mergeValue(old?.isMerger ?? null, stated.isMerger, leads) ?? false,
      ...mergeAnnounced(old, stated, leads),
      closingAt: mergeValue(old?.closingAt ?? null, stated.closingAt, leads),
      discoveredAt: old?.discoveredAt ?? stated.discoveredAt ?? run.now,
    },
    acquirer: mergeParty(before?.acquirer ?? null, stated.acquirer, acquirer, leads),
    target: mergeParty(before?.target ?? null, stated.target, target, leads),
    sources: mergeSources(before?.sources ?? [], stated.sources, { leads, shared }),
  };
}

/** Adds to a deal what only the other one has, which is the same deal. */
export function mergeAcquisitions(into: AcquisitionState, from: AcquisitionState): AcquisitionState {
  const { facts, acquirer, target } = into;
  return {
    facts: {
      ...facts,
      ...addAmount(facts, from.facts),
      paymentType: facts.paymentType === "undisclosed" ? from.facts.paymentType : facts.paymentType,
      isMerger: facts.isMerger || from.facts.isMerger,
      ...mergeAnnounced(facts, from.facts, false),
      closingAt: facts.closingAt ?? from.facts.closingAt,
    },
    acquirer: partyRecord(acquirer).id === null ? from.acquirer : acquirer,
    target: partyRecord(target).id === null ? from.target : target,
    sources: mergeSources(into.sources, from.sources, BOTH),
  };
}
