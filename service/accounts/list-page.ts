/** Which part of a list is read: a number of rows after a position in its order, or all of it. */
import type { CursorPosition } from "@dealflow/contract/cursor";

export interface ListPart {
  readonly limit: number;
  /** Undefined: from the first row. */
  readonly after: CursorPosition | undefined;
}

/** As parameters of a statement: null where unset. */
export function partValues(part: ListPart | undefined): [limit: number | null, key: number | null, id: string | null] {
  return [part?.limit ?? null, part?.after?.key ?? null, part?.after?.id ?? null];
}
