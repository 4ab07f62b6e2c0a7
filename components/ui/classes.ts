/** Joins class names, leaving out the ones whose condition is false. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
