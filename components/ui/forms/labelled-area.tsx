/** A form field for several lines has its label above it and, below it, a hint. */
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";
import { ENTRY } from "./labelled-field";

interface Props extends ComponentProps<"textarea"> {
  label: string;
  hint?: ReactNode;
}

export function LabelledArea({ label, hint, className, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={cn(ENTRY, "h-auto resize-y py-1.5 max-tablet:h-auto", className)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-12 text-text-2">
          {hint}
        </p>
      )}
    </div>
  );
}
