import { cva, type VariantProps } from "class-variance-authority";
import { useId } from "react";
import { cn } from "@/lib/cn";

const listVariants = cva("flex items-stretch", {
  variants: {
    variant: {
      boxed:
        "h-control w-fit divide-x divide-line-button overflow-clip rounded-2 border border-line-button bg-surface in-data-touch:h-row-touch",
      underlined: "flex-wrap gap-3 @max-[640px]:gap-2",
    },
  },
});

const optionVariants = cva(
  "relative flex cursor-pointer items-center text-text-2 hover:text-text-1 has-checked:font-medium has-checked:text-text-1 has-focus-visible:outline-2 has-focus-visible:outline-focus",
  {
    variants: {
      variant: {
        boxed:
          "px-2 text-12 has-checked:bg-surface-well has-focus-visible:rounded-2 has-focus-visible:-outline-offset-2 in-data-touch:px-3.5 in-data-touch:text-13",
        underlined:
          "h-6 min-w-6 whitespace-nowrap has-checked:shadow-[inset_0_-2px_var(--accent)] has-focus-visible:rounded-1",
      },
    },
  },
);

interface Props<Value extends string | number> extends VariantProps<typeof optionVariants> {
  label: string;
  options: readonly { readonly value: Value; readonly title: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Shows all of a few choices as native radio buttons side by side. */
export function Segmented<Value extends string | number>(props: Props<Value>) {
  const { label, options, value, onChange, variant = "boxed", className } = props;
  const name = useId();
  return (
    <fieldset className={cn("print:hidden", className)}>
      <legend className="sr-only">{label}</legend>
      <div className={listVariants({ variant })}>
        {options.map((option) => (
          <label key={option.value} className={optionVariants({ variant })}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
