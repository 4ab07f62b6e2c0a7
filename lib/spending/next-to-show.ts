/** What "Show 20" is about: so many rows from the first one that is not owned, and what of them has to be bought; pure. */

interface Row {
  readonly preview?: { readonly reference: string };
}

export interface NextToShow {
  readonly rows: number;
  readonly references: readonly string[];
}

export function nextToShow(listed: readonly Row[], most: number): NextToShow {
  const first = listed.findIndex(({ preview }) => preview !== undefined);
  const rows = first === -1 ? [] : listed.slice(first, first + most);
  return { rows: rows.length, references: rows.flatMap(({ preview }) => preview?.reference ?? []) };
}
