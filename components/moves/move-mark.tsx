import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import ArrowUp from "lucide-react/icons/arrow-up";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import { titleOf } from "@/components/feed/company";
import { MOVE_TYPES } from "@/lib/contract/values/events";

const MARKS = { appointment: LogIn, promotion: ArrowUp, departure: LogOut, transition: ArrowLeftRight } as const;

function isMarked(type: string): type is keyof typeof MARKS {
  return type in MARKS;
}

/** What kind of move it is: a shape and its word. A kind that no list knows has its word alone. */
export function MoveMark({ type }: { type: string }) {
  const Mark = isMarked(type) ? MARKS[type] : undefined;
  return (
    <span className="cell-move">
      {Mark && <Mark size={13} aria-hidden="true" />}
      {titleOf(MOVE_TYPES, type)}
    </span>
  );
}
