import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Code within a text, whose height of line it keeps. */
export function Code({ className, ...rest }: ComponentProps<"code">) {
  return (
    <code
      className={cn("font-mono text-12/[inherit] text-text-1 [font-variant-ligatures:none]", className)}
      {...rest}
    />
  );
}

/** Of a sentence. */
export function Strong({ children }: { children: string | number }) {
  return <strong className="font-medium text-text-1">{children}</strong>;
}
