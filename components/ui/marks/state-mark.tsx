import type { ReactNode } from "react";

const MARKS = {
  ok: "text-text-1 before:size-[7px] before:bg-ok-mark",
  waiting: "text-text-1 before:size-[7px] before:border-[1.5px] before:border-warn-mark",
  failed: "text-text-1 before:size-[7px] before:bg-bad-mark",
  ended: "text-text-2 before:h-[1.5px] before:w-[7px] before:bg-text-3",
} as const;

/** Shows a dot, a ring or a line before the word. */
export function StateMark({ kind, children }: { kind: keyof typeof MARKS; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 before:forced-color-adjust-none before:rounded-full before:content-[''] ${MARKS[kind]}`}
    >
      <span>{children}</span>
    </span>
  );
}
