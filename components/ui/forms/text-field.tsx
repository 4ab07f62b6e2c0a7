/** A single line of text is 28 px high, 44 px on touch, where its letters are 16 px so that phones do not zoom in. */
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Every text field shares these classes. */
export const FIELD =
  "h-control w-full min-w-0 rounded-2 border border-line-control bg-surface px-2 text-12 text-text-1 placeholder:text-text-3 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus aria-invalid:border-bad-mark in-data-touch:h-row-touch in-data-touch:px-3 in-data-touch:text-[16px]";

export function TextField({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" autoComplete="off" spellCheck={false} className={cn(FIELD, className)} {...rest} />;
}
