import { cn } from "@/lib/cn";

export function ChoiceButton({ children, pressed, onClick }: { children: string; pressed: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cn(
        "focus-ring h-6 flex-auto cursor-pointer whitespace-nowrap rounded-1 border px-0.5 text-center text-11 in-data-touch:h-row-touch in-data-touch:px-3 in-data-touch:text-13",
        pressed
          ? "border-accent bg-accent-soft font-medium text-accent-text"
          : "border-line-strong bg-surface text-text-2 hover:border-line-control",
      )}
    >
      {children}
    </button>
  );
}

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
