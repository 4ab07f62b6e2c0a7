/**
 * Computes the rows of "Reveal 20": this many rows from the first one in view that is not owned, and which of them have to
 * be bought. Everything here is pure.
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

/**
 * @param inView the index of the first row in view; where all rows from there on are owned, those before it are next
 * @param hasMore whether rows follow that are not listed yet
 */
export function nextToShow(listed: readonly Row[], inView: number, most: number, hasMore: boolean): NextToShow {
  const isNext = ({ preview }: Row) => preview !== undefined;
  const below = listed.findIndex((row, index) => index >= inView && isNext(row));
  const first = below === -1 && !hasMore ? listed.findIndex(isNext) : below;
  const rows = first === -1 ? [] : listed.slice(first, first + most);
  const complete = rows.length === most || !hasMore;
  return { rows: rows.length, complete, references: rows.flatMap(({ preview }) => preview?.reference ?? []) };
}
