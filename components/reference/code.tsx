import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Code within a text keeps the text's line height. */
export function Code({ className, ...rest }: ComponentProps<"code">) {
  return (
    <code
      className={cn("font-mono text-12/[inherit] text-text-1 [font-variant-ligatures:none]", className)}
      {...rest}
    />
  );
}

export function Strong({ children }: { children: string | number }) {
  return <strong className="font-medium text-text-1">{children}</strong>;
}
