/** Explains the two shades of a bar. */
export function OwnedLegend({ about }: { about: boolean }) {
  return (
    <p className="flex flex-none items-center gap-1.5 text-11 whitespace-nowrap text-text-2 *:forced-color-adjust-none">
      <span className="size-[9px] bg-[var(--chart-1)]" /> owned
      <span className="ml-1.5 size-[9px] bg-[var(--chart-1)] opacity-45" /> not owned
      {about && ", about"}
    </p>
  );
}
