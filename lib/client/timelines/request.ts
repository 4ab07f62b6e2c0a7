/** The parts of requests for timelines. */

import { BATCH_FIELD, INCLUDE, type Selector } from "@dealflow/contract/timeline";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";

/** One selector names the company. */
export interface CompanyReference {
  readonly by: Selector["param"];
  readonly value: string;
}

export function batchBody(ids: readonly string[], kinds: readonly IncludeName[]): Readonly<Record<string, unknown>> {
  const some = someKinds(kinds);
  return { [BATCH_FIELD]: ids.map((id) => ({ id })), ...(some.length === 0 ? {} : { [INCLUDE.param]: some }) };
}

/** It is empty for all kinds, which is the default. */
export function someKinds(kinds: readonly IncludeName[]): readonly IncludeName[] {
  return kinds.length === ALL_KINDS.length ? [] : kinds;
}
