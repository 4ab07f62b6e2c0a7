/** Restores acquisitions, and merges rows into them. */
import { type Acquisition, acquisition, type Source } from "@dealflow/contract/records/schemas";
import type { Announced } from "@/service/records/announced";
import { type AcquisitionFacts, acquisitionRecord } from "@/service/records/events";
import type { AcquisitionStatement } from "../../statement";
import { ACQUISITION_ROWS } from "../../table-rows";
import type { ResolvedCompany } from "../entities/companies";
import { bounded } from "../keys";
import { BOTH, mergeValue, type Run } from "../update";
import { type AgreedParts, agreedAmount, agreedDate, agreedFacts, ofKind } from "./agreed";
import type { EventShape, EventStart } from "./events";
import { companyTag } from "./funding";
import type { Identity } from "./identity";
import { addAmount, mergeAmount, NO_AMOUNT } from "./money";
import { mergeParty, type Party, partyRecord, partyText } from "./parties";
import { AMOUNT_FACTS, ANNOUNCED_FACTS, replaceFacts } from "./parts";
import { mergeSources } from "./sources";
import { mergeAnnounced, parseStored } from "./stored-event";

export interface AcquisitionState {
  readonly facts: AcquisitionFacts & Announced;
  readonly acquirer: Party;
  readonly target: Party;
  readonly sources: readonly Source[];
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
  announced: ({ facts }) => facts,
  replaceParts: (into, from, parts) => ({
    facts: replaceFacts(into.facts, from.facts, parts, FACTS_OF),
    acquirer: parts.has("acquirer") ? from.acquirer : into.acquirer,
    target: parts.has("target") ? from.target : into.target,
    sources: into.sources,
  }),
  agreedParts: Object.keys(AGREED),
  agree: (state, sources) => ({ ...state, facts: agreedFacts(state.facts, ofKind(sources, "acquisition"), AGREED) }),
  text: ({ facts, acquirer, target, sources }) => {
    const { id: _, discoveredAt: __, announcedPrecision, ...own } = facts;
    return JSON.stringify([own, announcedPrecision, partyText(acquirer), partyText(target), sources]);
  },
};

const FACTS_OF = {
  amount: AMOUNT_FACTS,
  paymentType: ["paymentType"],
  isMerger: ["isMerger"],
  announcedAt: ANNOUNCED_FACTS,
  closingAt: ["closingAt"],
} as const;

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
