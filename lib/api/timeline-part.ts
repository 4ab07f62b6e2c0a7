/**
 * What was bought of a company's timeline, answer by answer: each holds some kinds of event, and may have been cut where
 * the credits ran out. Together they are what is known of the company.
 */
import type { CompanyQuote } from "@/lib/contract/account-quote";
import type { TIMELINE_INCLUDES } from "@/lib/contract/values/events";
import type { CompanyRecord } from "./records";
import type { TimelineRecord } from "./timeline";

export type IncludeName = (typeof TIMELINE_INCLUDES)[number]["value"];
export type TimelineEvent = TimelineRecord["events"][number];
export type TimelineInvestor = TimelineRecord["investors"][number];

/** Kinds of event in the order of the contract's list; spelled out, since browser code needs them at once. */
export const ALL_KINDS: readonly IncludeName[] = ["funding", "acquisitions", "exec_moves"];

export interface TimelinePart {
  readonly kinds: readonly IncludeName[];
  readonly timeline: TimelineRecord;
  /** ISO timestamp of its purchase. */
  readonly heldAt: string;
  /** Events of these kinds that there were; null: the host did not say. */
  readonly available: number | null;
  /** It holds fewer events than there were. */
  readonly cut: boolean;
  readonly requestId: string | null;
}

export interface MergedTimeline {
  readonly company: CompanyRecord | null;
  readonly investors: readonly TimelineInvestor[];
  /** Oldest first. */
  readonly events: readonly TimelineEvent[];
  /** Kinds whose events are all there. */
  readonly whole: readonly IncludeName[];
  /** Kinds of which only the newest events are there. */
  readonly cut: readonly IncludeName[];
  /** When the oldest of what is shown was bought. */
  readonly heldAt: string;
}

/** What the server knows of a company before anything is bought. */
export interface CompanyInitial {
  readonly id: string;
  readonly parts: readonly TimelinePart[];
  /** Undefined when there is none yet, or never: another host gives none. */
  readonly quote: CompanyQuote | undefined;
}

const INCLUDE_OF: Readonly<Record<string, IncludeName>> = {
  funding: "funding",
  acquisition: "acquisitions",
  exec_move: "exec_moves",
};

/** The kind of an event as `include` names it; undefined for one that this dashboard does not know. */
export function includeOf({ kind }: TimelineEvent): IncludeName | undefined {
  return kind === null ? undefined : INCLUDE_OF[kind];
}

/** The record of an event, whatever its kind. */
export function recordOf({ funding, acquisition, execMove }: TimelineEvent) {
  return funding ?? acquisition ?? execMove;
}

export function eventKey(event: TimelineEvent): string {
  return `${event.kind} ${recordOf(event)?.id ?? event.date}`;
}

/** Adds an answer; older ones that it makes superfluous are gone. */
export function appendPart(parts: readonly TimelinePart[], added: TimelinePart): readonly TimelinePart[] {
  const known = parts.some(({ heldAt, kinds }) => heldAt === added.heldAt && kinds.join() === added.kinds.join());
  if (known) return parts;
  return [...parts, added].filter((part, _, all) => !all.some((other) => other !== part && replaces(other, part)));
}

function replaces(newer: TimelinePart, older: TimelinePart): boolean {
  return !newer.cut && newer.heldAt >= older.heldAt && older.kinds.every((kind) => newer.kinds.includes(kind));
}

/** Undefined when nothing was bought. */
export function mergeParts(parts: readonly TimelinePart[]): MergedTimeline | undefined {
  const newestFirst = parts.toSorted((a, b) => b.heldAt.localeCompare(a.heldAt));
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const events = new Map<string, TimelineEvent>();
  for (const { timeline } of newestFirst)
    for (const event of timeline.events) if (!events.has(eventKey(event))) events.set(eventKey(event), event);
  const kindsOf = (cut: boolean) => parts.filter((part) => part.cut === cut).flatMap(({ kinds }) => kinds);
  const whole = ALL_KINDS.filter((kind) => kindsOf(false).includes(kind));
  return {
    company: newest.timeline.company,
    investors: newest.timeline.investors,
    events: [...events.values()].sort((a, b) => (a.date ?? "").localeCompare(b.date ?? "")),
    whole,
    cut: ALL_KINDS.filter((kind) => kindsOf(true).includes(kind) && !whole.includes(kind)),
    heldAt: oldest.heldAt,
  };
}
