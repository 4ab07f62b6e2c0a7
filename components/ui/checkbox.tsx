/** Styles a native checkbox of 14 px with the tokens. The caller adds the label. */
import { Check } from "lucide-react";
import type { ComponentProps } from "react";

/** All boxes share one element, so that no change of a box renders it again. */
const MARK = (
  <Check
    className="pointer-events-none absolute inset-0 m-auto hidden size-[10px] text-accent-on peer-checked:block in-data-touch:size-[13px]"
    strokeWidth={4}
  />
);

export function Checkbox(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <span className="forced-color-adjust-none relative inline-flex size-[14px] shrink-0 in-data-touch:size-[18px]">
      <input
        type="checkbox"
        className="focus-ring peer size-full cursor-pointer appearance-none rounded-1 border border-line-control bg-surface checked:border-accent checked:bg-accent"
        {...props}
      />
      {MARK}
    </span>
  );
}
