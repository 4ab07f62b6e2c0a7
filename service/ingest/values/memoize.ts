/**
 * Remembers what a text was read as, because a column of a file repeats few texts. The memory is emptied when it is
 * full, which costs less per lookup than keeping track of the order of use.
 */

/** A column of names repeats more texts than one of values, for which this suffices. */
const MAX_ENTRIES = 5_000;
/** Longer texts repeat rarely, and would make the memory large. */
const MAX_LENGTH = 120;

/** Returns a function with the results of `read`, which must depend on nothing but its text. */
export function memoize<V>(
  read: (text: string) => V,
  maxEntries = MAX_ENTRIES,
  maxLength = MAX_LENGTH,
): (text: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = read(text);
    if (text.length > maxLength) return value;
    if (known.size >= maxEntries) known.clear();
    known.set(text, { value });
    return value;
  };
}
