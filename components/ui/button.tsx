/** A view has at most one primary button; quiet ones look like text. A button is 28 px high, 44 px on touch. */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const BOX =
  "inline-flex h-control items-center justify-center gap-1.5 rounded-2 border px-[10px] in-data-touch:h-row-touch in-data-touch:px-4 in-data-touch:text-15";

/** These variants also style a link that looks like a button. */
export const buttonVariants = cva(
  "focus-ring shrink-0 cursor-pointer whitespace-nowrap print:hidden text-12 font-medium disabled:cursor-default disabled:text-text-disabled",
  {
    variants: {
      variant: {
        primary: `${BOX} border-transparent bg-accent text-accent-on not-disabled:hover:bg-accent-hover disabled:border-line disabled:bg-transparent`,
        secondary: `${BOX} border-line-button bg-surface text-text-1 not-disabled:hover:border-line-control not-disabled:hover:bg-surface-hover disabled:border-line`,
        quiet:
          "rounded-2 text-text-2 not-disabled:hover:text-text-1 in-data-touch:h-row-touch in-data-touch:min-w-row-touch in-data-touch:text-13",
        link: "rounded-2 text-accent-text not-disabled:hover:underline in-data-touch:h-row-touch in-data-touch:min-w-row-touch in-data-touch:text-13",
      },
    },
    defaultVariants: { variant: "secondary" },
  },
);

export type ButtonVariant = NonNullable<VariantProps<typeof buttonVariants>["variant"]>;

export function Button({ variant, className, ...rest }: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button type="button" className={cn(buttonVariants({ variant }), className)} {...rest} />;
}
