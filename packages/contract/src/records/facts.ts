/** The keys of each path are cached: paths are few, and used for each of 100,000 records. */
const split = new Map<string, readonly string[]>();

function splitPath(path: string): readonly string[] {
  let keys = split.get(path);
  if (keys === undefined) {
    keys = path.split(".");
    split.set(path, keys);
  }
  return keys;
}

/**
 * Returns all values at a path of a record (`company.hqCountry.code`); lists are flattened, absent and null are left
 * out.
 */
export function factsAt(record: unknown, path: string): unknown[] {
  return factsBelow(record, splitPath(path), 0);
}

/** Maps the path of dollars, `amountUsd`, to that of the stated amount, `amountOriginalCents`. */
export function originalPath(path: string): string {
  return path.replace(/Usd$/, "OriginalCents");
}

function factsBelow(item: unknown, keys: readonly string[], from: number): unknown[] {
  let at: unknown = item;
  for (let index = from; index < keys.length; index++) {
    const key = keys[index];
    at = typeof at === "object" && at !== null && key !== undefined ? Reflect.get(at, key) : undefined;
    if (at === null || at === undefined) return [];
    if (Array.isArray(at))
      return at.flatMap((entry) => (entry === null || entry === undefined ? [] : factsBelow(entry, keys, index + 1)));
  }
  return [at];
}
