/** Merges the sources of an event. */
import type { Source } from "@dealflow/contract/records/schemas";
import { mergeParts } from "../update";

/** Two articles of one outlet are two sources; one without an address is its outlet. */
export function mergeSources(
  before: readonly Source[],
  stated: readonly Source[],
  how: { readonly leads: boolean; readonly shared: boolean },
): readonly Source[] {
  return mergeParts(before, stated, how, ({ url, outlet, title }) => url ?? JSON.stringify([outlet, title]));
}
