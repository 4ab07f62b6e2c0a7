/**
 * The bought parts of a company's timeline: each response covers some kinds of event, and may have been cut where
 * credits ran out. Merged, they are all that is known of the company.
 */

import type { CompanyRecord } from "@dealflow/client/records";
import type { TimelineRecord } from "@dealflow/client/timeline";
import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { compareDates } from "@dealflow/contract/records/periods";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";

export type IncludeName = (typeof TIMELINE_INCLUDES)[number]["value"];
export type TimelineEvent = TimelineRecord["events"][number];
type TimelineInvestor = TimelineRecord["investors"][number];

/** Kinds of event in contract order; spelled out, since browser code needs them in the first load. */
export const ALL_KINDS: readonly IncludeName[] = ["funding", "acquisitions", "exec_moves"];

export interface TimelinePart {
  /** It is empty for single events of other kinds that are owned. */
  readonly kinds: readonly IncludeName[];
  readonly timeline: TimelineRecord;
  readonly purchasedAt: string;
  /** Total events of these kinds; null: the host did not report it. */
  readonly available: number | null;
  /** It holds fewer events than the total. */
  readonly cut: boolean;
  readonly requestId: string | null;
  /** Credits that were charged for it; null: not known any more. */
  readonly creditsUsed: number | null;
}

export interface MergedTimeline {
  readonly company: CompanyRecord | null;
  readonly investors: readonly TimelineInvestor[];
  /** The oldest is first. */
  readonly events: readonly TimelineEvent[];
  /** All events of these kinds are known. */
  readonly whole: readonly IncludeName[];
  /** Only the newest events of these kinds are known. */
  readonly cut: readonly IncludeName[];
  readonly purchasedAt: string;
  /** Credits that were charged for all parts; null: not known of each. */
  readonly creditsUsed: number | null;
}

/** The server knows this about a company before anything is bought. */
export interface CompanyInitial {
  readonly id: string;
  /** The owned parts are undefined when the service did not respond in time. */
  readonly parts: readonly TimelinePart[] | undefined;
  /** The quote is undefined until it is there; a foreign host has none. */
  readonly quote: CompanyQuote | undefined;
}

/** Returns the kind of an event as `include` names it, and undefined for an unknown one. */
export function getInclude({ kind }: TimelineEvent): IncludeName | undefined {
  return TIMELINE_INCLUDES.find((include) => include.kind === kind)?.value;
}

export function getEventRecord({ funding, acquisition, execMove }: TimelineEvent) {
  return funding ?? acquisition ?? execMove;
}

export function eventKey(event: TimelineEvent): string {
  return `${event.kind} ${getEventRecord(event)?.id ?? event.date}`;
}

/** Adds a part; older ones that it covers are dropped. */
export function appendPart(parts: readonly TimelinePart[], added: TimelinePart): readonly TimelinePart[] {
  const known = parts.some(
    ({ purchasedAt, kinds }) => purchasedAt === added.purchasedAt && kinds.join() === added.kinds.join(),
  );
  if (known) return parts;
  return [...parts, added].filter((part, _, all) => !all.some((other) => other !== part && replaces(other, part)));
}

function replaces(newer: TimelinePart, older: TimelinePart): boolean {
  const covers = older.kinds.length > 0 && older.kinds.every((kind) => newer.kinds.includes(kind));
  return !newer.cut && newer.purchasedAt >= older.purchasedAt && covers;
}

/** Returns undefined when nothing was bought. */
export function mergeParts(parts: readonly TimelinePart[]): MergedTimeline | undefined {
  const newestFirst = parts.toSorted((a, b) => b.purchasedAt.localeCompare(a.purchasedAt));
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const events = new Map<string, TimelineEvent>();
  for (const { timeline } of newestFirst)
    for (const event of timeline.events) if (!events.has(eventKey(event))) events.set(eventKey(event), event);
  const listKinds = (cut: boolean) => parts.filter((part) => part.cut === cut).flatMap(({ kinds }) => kinds);
  const whole = ALL_KINDS.filter((kind) => listKinds(false).includes(kind));
  return {
    company: newest.timeline.company,
    investors: newest.timeline.investors,
    events: [...events.values()].sort((a, b) => compareDates(a.date, b.date)),
    whole,
    cut: ALL_KINDS.filter((kind) => listKinds(true).includes(kind) && !whole.includes(kind)),
    purchasedAt: oldest.purchasedAt,
    creditsUsed: parts.reduce<number | null>(
      (sum, part) => (sum === null || part.creditsUsed === null ? null : sum + part.creditsUsed),
      0,
    ),
  };
}
