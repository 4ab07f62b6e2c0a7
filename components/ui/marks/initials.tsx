/** Shows the initials of an organisation where a logo would stand, in a colour that depends on its name alone. */

export function Initials({ name }: { name: string }) {
  const letters = name
    .match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)
    ?.slice(0, 2)
    .join("")
    .toUpperCase();
  if (!letters) return null;
  const sum = [...name].reduce((before, letter) => (before * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0);
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-7 flex-none items-center justify-center rounded-2 text-12 font-semibold text-text-1"
      style={{ background: `color-mix(in srgb, var(--chart-${1 + (sum % 6)}) 22%, var(--surface))` }}
    >
      {letters}
    </span>
  );
}
