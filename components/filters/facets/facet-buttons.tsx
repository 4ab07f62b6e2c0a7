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
