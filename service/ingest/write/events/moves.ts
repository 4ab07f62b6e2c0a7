/** Restores executive moves, and merges rows into them. */
import { type ExecMove, execMove } from "@dealflow/contract/records/schemas";
import type { Announced } from "@/service/records/announced";
import { type ExecMoveFacts, execMoveRecord } from "@/service/records/events";
import type { ExecMoveStatement } from "../../statement";
import { MOVE_ROWS } from "../../table-rows";
import { normalName } from "../../values/text";
import type { ResolvedCompany } from "../entities/companies";
import type { KnownPerson } from "../entities/people";
import { bounded } from "../keys";
import { BOTH, mergeValue, type Run } from "../update";
import { type AgreedParts, agreedDate, agreedFacts, ofKind } from "./agreed";
import type { EventShape, EventStart, EventState } from "./events";
import { companyTag } from "./funding";
import type { Identity } from "./identity";
import { mergeParty, type Party, partyIdentity, partyRecord } from "./parties";
import { ANNOUNCED_FACTS, mergeAnnounced, mergeSources, parseStored } from "./stored-event";

export interface MoveState extends EventState {
  readonly facts: ExecMoveFacts & Announced;
  readonly person: () => ExecMove["person"];
  readonly company: Party;
  readonly fromCompany: Party | null;
}

const AGREED: AgreedParts<ExecMoveStatement, MoveState["facts"]> = {
  role: {
    text: ({ role }) => role && normalName(role),
    take: (facts, { role }) => ({ ...facts, role }),
  },
  roleSeniority: {
    text: ({ roleSeniority }) => roleSeniority,
    take: (facts, { roleSeniority }) => ({ ...facts, roleSeniority }),
  },
  announcedAt: agreedDate(),
  effectiveDate: {
    text: ({ effectiveDate }) => effectiveDate?.toISOString() ?? null,
    take: (facts, { effectiveDate }) => ({ ...facts, effectiveDate }),
  },
};

export const MOVE_SHAPE: EventShape<ExecMove, MoveState> = {
  kind: "exec_move",
  rows: MOVE_ROWS,
  restore: (text) => {
    const { record, precision } = parseStored(text);
    const { person, company, fromCompany, sources, ...stored } = execMove.parse(record);
    return {
      facts: {
        ...stored,
        announcedAt: new Date(stored.announcedAt),
        announcedPrecision: precision,
        effectiveDate: stored.effectiveDate === null ? null : new Date(stored.effectiveDate),
        discoveredAt: new Date(stored.discoveredAt),
      },
      person: () => person,
      company: { record: company },
      fromCompany: fromCompany === null ? null : { record: fromCompany },
      sources,
    };
  },
  record: ({ facts, person, company, fromCompany, sources }) =>
    execMoveRecord(
      facts,
      person(),
      partyRecord(company),
      fromCompany === null ? null : partyRecord(fromCompany),
      sources,
    ),
  factsByPart: {
    ...{ role: ["role"], roleSeniority: ["roleSeniority"], moveType: ["moveType"] },
    ...{ announcedAt: ANNOUNCED_FACTS, effectiveDate: ["effectiveDate"] },
  },
  agreedParts: Object.keys(AGREED),
  agree: (state, sources) => {
    const name = normalName(state.person().name ?? "");
    const stated = ofKind(sources, "exec_move", ({ person }) => normalName(person.name) === name);
    return { ...state, facts: agreedFacts(state.facts, stated, AGREED) };
  },
  parties: ({ person, company, fromCompany }) => [
    ...[person().id, partyIdentity(company)],
    fromCompany && partyIdentity(fromCompany),
  ],
};

const SAME_MOVE_DAYS = 60;

export function moveIdentity({ key, person, company, announcedAt, moveType }: ExecMoveStatement): Identity<MoveState> {
  if (key !== null) return { key };
  const who = person.key ?? person.socialUrl ?? normalName(person.name);
  return {
    group: bounded(JSON.stringify([who, companyTag(company), moveType])),
    announcedAt,
    fits: (_, days) => days <= SAME_MOVE_DAYS,
  };
}

export function nextMove(
  run: Run,
  { id, before, leads, shared }: EventStart<MoveState>,
  stated: ExecMoveStatement,
  person: Pick<KnownPerson, "facts">,
  company: ResolvedCompany | null,
  fromCompany: ResolvedCompany | null,
): MoveState {
  const old = before?.facts;
  const from = before?.fromCompany ?? null;
  return {
    facts: {
      id,
      role: mergeValue(old?.role ?? null, stated.role, leads),
      roleSeniority: mergeValue(old?.roleSeniority ?? null, stated.roleSeniority, leads),
      moveType: mergeValue(old?.moveType ?? null, stated.moveType, leads) ?? stated.moveType,
      ...mergeAnnounced(old, stated, leads),
      effectiveDate: mergeValue(old?.effectiveDate ?? null, stated.effectiveDate, leads),
      discoveredAt: old?.discoveredAt ?? stated.discoveredAt ?? run.now,
    },
    person: before === null || leads ? () => person.facts : before.person,
    company: mergeParty(before?.company ?? null, stated.company, company, leads),
    fromCompany: stated.fromCompany === null ? from : mergeParty(from, stated.fromCompany, fromCompany, leads),
    sources: mergeSources(before?.sources ?? [], stated.sources, { leads, shared }),
  };
}

/** Adds to a move what only the other one has, which is the same move. */
export function mergeMoves(into: MoveState, from: MoveState): MoveState {
  const { facts, company } = into;
  return {
    facts: {
      ...facts,
      role: facts.role ?? from.facts.role,
      roleSeniority: facts.roleSeniority ?? from.facts.roleSeniority,
      ...mergeAnnounced(facts, from.facts, false),
      effectiveDate: facts.effectiveDate ?? from.facts.effectiveDate,
    },
    person: into.person,
    company: partyRecord(company).id === null ? from.company : company,
    fromCompany: into.fromCompany ?? from.fromCompany,
    sources: mergeSources(into.sources, from.sources, BOTH),
  };
}
