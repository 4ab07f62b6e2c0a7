/** Purchases of timelines, as they are sent to the private API. */

import { TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "@dealflow/contract/account/free-explore";
import { BATCH_FIELD, INCLUDE, type Selector } from "@dealflow/contract/timeline";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";

/** One selector names the company. */
export interface CompanyReference {
  readonly by: Selector["param"];
  readonly value: string;
}

export interface TimelineRequest {
  readonly path: string;
  /** A batch has JSON text; it is empty for one company. */
  readonly body: string;
  readonly kinds: readonly IncludeName[];
}

export function oneTimeline({ by, value }: CompanyReference, kinds: readonly IncludeName[]): TimelineRequest {
  const query = new URLSearchParams([[by, value]]);
  for (const kind of someKinds(kinds)) query.append(INCLUDE.param, kind);
  return { path: `${TIMELINE_PURCHASE_PATH}?${query}`, body: "", kinds };
}

export function severalTimelines(ids: readonly string[], kinds: readonly IncludeName[]): TimelineRequest {
  return { path: TIMELINES_PURCHASE_PATH, body: JSON.stringify(batchBody(ids, kinds)), kinds };
}

export function batchBody(ids: readonly string[], kinds: readonly IncludeName[]): Readonly<Record<string, unknown>> {
  const some = someKinds(kinds);
  return { [BATCH_FIELD]: ids.map((id) => ({ id })), ...(some.length === 0 ? {} : { [INCLUDE.param]: some }) };
}

/** It is empty for all kinds, which is the default. */
export function someKinds(kinds: readonly IncludeName[]): readonly IncludeName[] {
  return kinds.length === ALL_KINDS.length ? [] : kinds;
}
