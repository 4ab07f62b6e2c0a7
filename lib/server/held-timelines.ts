/**
 * Timelines as the server holds them. However a company was named when its timeline was bought (by domain, within a
 * batch), the answer is also held under the company's id, which is the address of its page.
 */
import "server-only";
import { parseJson } from "@/lib/api/list-page";
import { type BatchItem, readTimelineAnswer, type TimelineRecord } from "@/lib/api/timeline";
import { ALL_KINDS, type IncludeName, type TimelinePart, withPart } from "@/lib/api/timeline-part";
import { INCLUDE, TIMELINE_PATH } from "@/lib/contract/timeline";
import { TIMELINE_INCLUDES } from "@/lib/contract/values/events";
import type { Dashboard } from "./dashboard";
import { heldKey } from "./held-pages";
import type { Upstream } from "./upstream";

/** An answer that is held under another request too. */
export interface AlsoHeld {
  /** The request in canonical form. */
  readonly text: string;
  /** Its answer; the one that came when absent. */
  readonly json?: unknown;
}

/** The request for one timeline in canonical form. `selector`: name and value of the one that is given. */
export function timelineRequest(selector: readonly [name: string, value: string], include: readonly string[]): string {
  const query = new URLSearchParams([[selector[0], selector[1]]]);
  for (const kind of someKinds(include)) query.append(INCLUDE.param, kind);
  return `${TIMELINE_PATH}?${query}`;
}

/** Kinds of event in the order of their list; none where all are meant, which need not be said. */
export function someKinds(include: readonly string[]): string[] {
  const kinds = TIMELINE_INCLUDES.map(({ value }) => value).filter((kind) => include.includes(kind));
  return kinds.length === TIMELINE_INCLUDES.length ? [] : kinds;
}

export function alsoById({ company }: TimelineRecord, include: readonly string[]): AlsoHeld[] {
  return company?.id ? [{ text: timelineRequest(["id", company.id.toLowerCase()], include) }] : [];
}

/** Each served company of a batch, as if it had been asked for alone. */
export function singlesOf(items: readonly BatchItem[], include: readonly string[]): AlsoHeld[] {
  return items.flatMap(({ timeline }) =>
    timeline === null
      ? []
      : alsoById(timeline, include).map(({ text }) => ({ text, json: { success: true, data: timeline } })),
  );
}

/** Every choice of kinds that can have been bought, the largest first. */
const CHOICES: readonly (readonly IncludeName[])[] = Array.from({ length: 7 }, (_, index) =>
  ALL_KINDS.filter((_, bit) => (index + 1) & (1 << bit)),
).sort((a, b) => b.length - a.length);

/** What is held of a company's timeline. */
export function heldParts(board: Dashboard, upstream: Upstream, id: string): readonly TimelinePart[] {
  return CHOICES.reduce<readonly TimelinePart[]>((parts, kinds) => {
    const held = board.pages.get(heldKey(upstream, timelineRequest(["id", id], kinds)));
    const answer = held && readTimelineAnswer(parseJson(new TextDecoder().decode(held.body)));
    if (held === undefined || answer === undefined) return parts;
    const { timeline, creditsRemaining } = answer;
    const available = held.eventsAvailable ?? null;
    return withPart(parts, {
      kinds,
      timeline,
      heldAt: held.boughtAt,
      available,
      // A host that does not say how many there are may have stopped where the balance did.
      cut: available === null ? creditsRemaining === 0 : available > timeline.events.length,
      requestId: held.requestId ?? null,
    });
  }, []);
}
