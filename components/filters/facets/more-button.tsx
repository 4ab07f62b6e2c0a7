export function MoreButton({ children, expanded, onClick }: { children: string; expanded: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      aria-expanded={expanded}
      onClick={onClick}
      className="focus-ring flex h-row-facet cursor-pointer items-center rounded-1 text-11 text-text-2 hover:text-text-1 in-data-touch:h-row-touch in-data-touch:text-13"
    >
      {children}
    </button>
  );
}
