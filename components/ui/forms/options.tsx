/** Renders the options of a select. */
export function Options({ of }: { of: readonly { readonly value: string; readonly title: string }[] }) {
  return of.map(({ value, title }) => (
    <option key={value} value={value}>
      {title}
    </option>
  ));
}
