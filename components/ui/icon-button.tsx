/** A button with one icon, 28 px, 44 px on phones; its label describes the action. */
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { passFocus } from "./focus";

export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      ref={passFocus}
      aria-label={label}
      className={cn(
        "focus-ring inline-flex print:hidden size-7 cursor-pointer items-center justify-center rounded-2 text-text-1 not-disabled:hover:bg-surface-hover disabled:cursor-default disabled:text-text-disabled max-tablet:size-11",
        className,
      )}
      {...rest}
    />
  );
}
