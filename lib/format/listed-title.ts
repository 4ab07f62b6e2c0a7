/** Returns the title of a listed value; an unlisted value is shown as it is. */
export function listedTitle(
  list: readonly { readonly value: string; readonly title: string }[],
  value: string,
): string {
  return list.find((item) => item.value === value)?.title ?? value;
}
