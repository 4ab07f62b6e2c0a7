/**
 * The round mark of a single choice shows that the choice is selected, covered by a choice above it, or neither. It is
 * no control.
 */
import { cva } from "class-variance-authority";

type RadioState = "on" | "covered" | "off";

const ringVariants = cva(
  "forced-color-adjust-none inline-flex size-[14px] shrink-0 items-center justify-center rounded-full border in-data-touch:size-[18px]",
  {
    variants: {
      state: {
        on: "border-accent bg-accent",
        covered: "border-accent-line bg-accent-soft",
        off: "border-line-control bg-surface",
      },
    },
  },
);

const dotVariants = cva("size-[6px] rounded-full in-data-touch:scale-125", {
  variants: { state: { on: "bg-accent-on", covered: "bg-accent", off: "hidden" } },
});

export function RadioMark({ state }: { state: RadioState }) {
  return (
    <span aria-hidden className={ringVariants({ state })}>
      <span className={dotVariants({ state })} />
    </span>
  );
}
