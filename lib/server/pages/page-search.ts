import "server-only";

export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

/** Parameters are in order of their names, so that the browser finds the same text. */
export function toSearchParams(search: PageSearch): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const text of typeof value === "string" ? [value] : (value ?? [])) params.append(name, text);
  params.sort();
  return params;
}
