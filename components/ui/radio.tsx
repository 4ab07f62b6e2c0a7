/** Styles a native radio of 14 px with the tokens. */
import type { ComponentProps } from "react";

export function Radio(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <input
      type="radio"
      className="focus-ring size-[14px] shrink-0 cursor-pointer appearance-none rounded-full border border-line-control bg-surface checked:border-4 checked:border-accent in-data-touch:size-[18px] in-data-touch:checked:border-[5px]"
      {...props}
    />
  );
}
