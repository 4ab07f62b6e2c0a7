/**
 * Computes the rows of "Reveal 20": this many rows from the first one that is not owned, and which of them have to be
 * bought. Everything here is pure.
 */

interface Row {
  readonly preview?: { readonly reference: string };
}

interface NextToShow {
  readonly rows: number;
  /** True when no row that is still to come belongs to them. */
  readonly complete: boolean;
  readonly references: readonly string[];
}

/** @param hasMore whether rows follow that are not listed yet */
export function nextToShow(listed: readonly Row[], most: number, hasMore: boolean): NextToShow {
  const first = listed.findIndex(({ preview }) => preview !== undefined);
  const rows = first === -1 ? [] : listed.slice(first, first + most);
  const complete = rows.length === most || !hasMore;
  return { rows: rows.length, complete, references: rows.flatMap(({ preview }) => preview?.reference ?? []) };
}
