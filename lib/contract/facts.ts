/** Everything that stands at a path of a record (`company.hqCountry.code`); lists are opened, absent and null are none. */
export function factsAt(record: unknown, path: string): unknown[] {
  let found: unknown[] = [record];
  for (const key of path.split(".")) {
    const next: unknown[] = [];
    for (const item of found) {
      const value: unknown = typeof item === "object" && item !== null ? Reflect.get(item, key) : undefined;
      for (const entry of Array.isArray(value) ? value : [value])
        if (entry !== null && entry !== undefined) next.push(entry);
    }
    found = next;
  }
  return found;
}
