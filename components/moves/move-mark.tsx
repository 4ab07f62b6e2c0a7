import { MOVE_TYPES } from "@dealflow/contract/values/events";
import { ArrowLeftRight, ArrowUp, LogIn, LogOut } from "lucide-react";
import { listedTitle } from "@/components/feed/record/company";

const MARKS = { appointment: LogIn, promotion: ArrowUp, departure: LogOut, transition: ArrowLeftRight } as const;

function isMarked(type: string): type is keyof typeof MARKS {
  return type in MARKS;
}

/** Shows the kind of a move as a shape and a word. An unlisted kind has only its word. */
export function MoveMark({ type }: { type: string }) {
  const Mark = isMarked(type) ? MARKS[type] : undefined;
  return (
    <span className="flex items-center gap-1.5 text-text-1">
      {Mark && <Mark size={13} aria-hidden="true" className="flex-none text-text-2" />}
      {listedTitle(MOVE_TYPES, type)}
    </span>
  );
}
