export type SearchParams = Promise<{ readonly search?: string | string[] }>;

/** Returns the text that a list is searched for; empty without one. */
export async function readSearch(searchParams: SearchParams): Promise<string> {
  const { search } = await searchParams;
  return typeof search === "string" ? search.trim() : "";
}
