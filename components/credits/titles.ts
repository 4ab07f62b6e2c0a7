/** Orders and names the series of use on the Credits page. */

import type { UsedBy } from "@dealflow/contract/account/credits";
import { ENDPOINT_TITLES } from "@/components/shell/endpoint-titles";

export function inEndpointOrder(used: readonly UsedBy[]): UsedBy[] {
  const known = ENDPOINT_TITLES.map(({ endpoint }): string => endpoint);
  // Unknown names and the remainder are last.
  const position = ({ name }: UsedBy) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...used].sort((a, b) => position(a) - position(b));
}

/** Names a series of a chart; `none` has no name. */
export function usedTitle({ kind, name }: UsedBy, title: (name: string) => string, none: string): string {
  if (kind === "named") return title(name);
  return kind === "none" ? none : "Others";
}
