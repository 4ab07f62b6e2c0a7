import type { ComponentProps } from "react";

/** Renders a line above or below the rows about all of them. */
export function Line(props: ComponentProps<"p">) {
  return <p className="flex items-center gap-3 border-b border-line px-gutter py-2.5 text-12 text-text-2" {...props} />;
}
