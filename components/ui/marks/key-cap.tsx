/** Shows a key of the keyboard as a key cap. */
import type { ReactNode } from "react";

export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[14px] items-center justify-center rounded-1 border border-line-strong bg-surface px-1 font-sans text-11 text-text-2">
      {children}
    </kbd>
  );
}
