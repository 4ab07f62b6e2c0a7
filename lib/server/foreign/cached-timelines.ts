/**
 * Finds the timelines that were bought from another host. However a timeline was selected (by domain, within a batch),
 * the response is also cached under the company's id, which is the address of its page.
 */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { type BatchItem, readTimelineResponse, type TimelineRecord } from "@dealflow/client/timeline";
import { INCLUDE, TIMELINE_PATH } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { ALL_KINDS, appendPart, type IncludeName, type TimelinePart } from "@/lib/api/timeline-part";
import { cacheKey, type ForeignHost } from "./foreign-host";

/** The same response is cached under this other request too. */
export interface CacheAlias {
  readonly text: string;
  /** Its response; by default the one that was received. */
  readonly json?: unknown;
}

export function timelineRequest(selector: readonly [name: string, value: string], include: readonly string[]): string {
  const query = new URLSearchParams([[selector[0], selector[1]]]);
  for (const kind of explicitKinds(include)) query.append(INCLUDE.param, kind);
  return `${TIMELINE_PATH}?${query}`;
}

/** Kinds are in contract order; the list is empty when all are included, which is the default. */
export function explicitKinds(include: readonly string[]): string[] {
  const kinds = TIMELINE_INCLUDES.map(({ value }) => value).filter((kind) => include.includes(kind));
  return kinds.length === TIMELINE_INCLUDES.length ? [] : kinds;
}

export function aliasesById({ company }: TimelineRecord, include: readonly string[]): CacheAlias[] {
  return company?.id ? [{ text: timelineRequest(["id", company.id.toLowerCase()], include) }] : [];
}

/** Returns each served company of a batch as if it had been requested alone. */
export function batchAliases(items: readonly BatchItem[], include: readonly string[]): CacheAlias[] {
  return items.flatMap(({ cost, timeline }) =>
    timeline === null
      ? []
      : aliasesById(timeline, include).map(({ text }) => ({
          text,
          json: { success: true, data: timeline, meta: { creditsUsed: cost } },
        })),
  );
}

/** Lists every combination of kinds that can have been bought, the largest first. */
const KIND_COMBINATIONS: readonly (readonly IncludeName[])[] = Array.from({ length: 7 }, (_, index) =>
  ALL_KINDS.filter((_, bit) => (index + 1) & (1 << bit)),
).sort((a, b) => b.length - a.length);

export function getCachedParts(foreign: ForeignHost, id: string): readonly TimelinePart[] {
  return KIND_COMBINATIONS.reduce<readonly TimelinePart[]>((parts, kinds) => {
    const cached = foreign.pages.get(cacheKey(foreign, timelineRequest(["id", id], kinds)));
    const response = cached && readTimelineResponse(parseJson(new TextDecoder().decode(cached.body)));
    if (cached === undefined || response === undefined) return parts;
    const { timeline, creditsUsed, creditsRemaining } = response;
    const available = cached.eventsAvailable ?? null;
    return appendPart(parts, {
      kinds,
      timeline,
      purchasedAt: cached.boughtAt,
      available,
      // If the host does not report a total, the timeline may have been cut where the balance ended.
      cut: available === null ? creditsRemaining === 0 : available > timeline.events.length,
      requestId: cached.requestId ?? null,
      creditsUsed,
    });
  }, []);
}
