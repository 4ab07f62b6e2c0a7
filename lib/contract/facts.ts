/** The values that stand at a path of a record (`company.hqCountry.code`), lists spread; absent and null are none. */
export function factsAt(record: unknown, path: string): unknown[] {
  let here: unknown = record;
  for (const step of path.split(".")) {
    if (typeof here !== "object" || here === null) return [];
    here = Reflect.get(here, step);
  }
  if (Array.isArray(here)) return here;
  return here === null || here === undefined ? [] : [here];
}
