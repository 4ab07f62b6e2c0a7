/** Describes one company of a comparison: its owned events, or why it has none. */
import type { Lane } from "@/components/charts/lanes";
import {
  ALL_KINDS,
  getInclude,
  type IncludeName,
  type MergedTimeline,
  mergeParts,
  type TimelineEvent,
} from "@/lib/api/timeline-part";
import { type CompanyState, type CompanyStates, stateIn } from "@/lib/queries/timelines";
import { chartEvents } from "../chart-events";

export interface Compared {
  readonly id: string;
  readonly name: string;
  readonly state: CompanyState;
  readonly holding: MergedTimeline | undefined;
  /** It is true when no such company exists. */
  readonly missing: boolean;
  /** These of the compared kinds are not owned completely, and can be bought. */
  readonly unpurchased: readonly IncludeName[];
}

/**
 * @param kinds the compared kinds: other events of a company are not shown
 * @param name the name of the company in other owned records
 */
export function comparedCompany(
  states: CompanyStates,
  id: string,
  kinds: readonly IncludeName[],
  name: string | undefined,
): Compared {
  const state = stateIn(states, id);
  const purchased = mergeParts(state.parts);
  const missing = purchased === undefined && (state.outcome === "missing" || state.quote?.found === false);
  return {
    id,
    name: purchased?.company?.name ?? name ?? state.quote?.company?.name ?? `…${id.slice(-12)}`,
    state,
    holding: purchased && { ...purchased, events: purchased.events.filter((event) => hasKind(event, kinds)) },
    missing,
    unpurchased: missing ? [] : kinds.filter((kind) => !purchased?.whole.includes(kind)),
  };
}

function hasKind(event: TimelineEvent, kinds: readonly IncludeName[]): boolean {
  const kind = getInclude(event);
  return kind === undefined ? kinds.length === ALL_KINDS.length : kinds.includes(kind);
}

/** Counts the events of a kind; undefined while nothing of it was bought. */
export function countKind({ whole, cut, events }: MergedTimeline, kind: IncludeName): number | undefined {
  return whole.includes(kind) || cut.includes(kind)
    ? events.filter((event) => getInclude(event) === kind).length
    : undefined;
}

/** Returns the lane on the common time axis; none when nothing of the company is owned. */
export function createLanes({ id, name, holding }: Compared): Lane[] {
  if (holding === undefined) return [];
  return [{ id, name, events: chartEvents(id, holding.events) }];
}
