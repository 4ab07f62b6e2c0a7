/** This field narrows the list below it as one types. */
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { FIELD } from "./text-field";

export function SearchField({ className, ...rest }: ComponentProps<"input">) {
  return (
    <span className={cn("relative block h-control in-data-touch:h-row-touch", className)}>
      <Search className="pointer-events-none absolute inset-y-0 left-2 my-auto size-[13px] text-text-2 in-data-touch:left-3.5 in-data-touch:size-4" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        className={cn(FIELD, "pl-[26px] in-data-touch:pl-10 [&::-webkit-search-cancel-button]:hidden")}
        {...rest}
      />
    </span>
  );
}
