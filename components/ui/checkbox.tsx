/** The box of a checkbox, 14 px: a native input under the tokens' paint. Its label is the caller's. */
import { Check } from "lucide-react";
import type { ComponentProps } from "react";

/** One element for all boxes, which no change of a box renders again. */
const MARK = (
  <Check
    className="pointer-events-none absolute inset-0 m-auto hidden size-[10px] text-accent-on peer-checked:block in-data-touch:size-[13px]"
    strokeWidth={4}
  />
);

export function Checkbox(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <span className="relative inline-flex size-[14px] shrink-0 in-data-touch:size-[18px]">
      <input
        type="checkbox"
        className="focus-ring peer size-full cursor-pointer appearance-none rounded-1 border border-line-control bg-surface checked:border-accent checked:bg-accent"
        {...props}
      />
      {MARK}
    </span>
  );
}
