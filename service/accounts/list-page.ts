/** A part of a list is a number of rows after a position in its order, or all of it. */
import type { CursorPosition } from "@dealflow/contract/query/cursor";

export interface ListPart {
  readonly limit: number;
  readonly after: CursorPosition | undefined;
}

/** Returns the position in a list that has active items first, newest first. */
export function getActiveFirstPosition({
  id,
  revokedAt,
}: Readonly<{ id: string; revokedAt: unknown }>): CursorPosition {
  return { key: revokedAt === null ? 0 : 1, id };
}

/** Returns the parameters of a statement, which are null where unset. */
export function partValues(part: ListPart | undefined): [limit: number | null, key: number | null, id: string | null] {
  return [part?.limit ?? null, part?.after?.key ?? null, part?.after?.id ?? null];
}
