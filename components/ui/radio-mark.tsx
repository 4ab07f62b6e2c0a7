/** The round mark of a single choice: chosen, covered by a choice above it, or neither. A mark only, not a control. */
import { classes } from "./classes";

export type RadioState = "on" | "covered" | "off";

const RING: Readonly<Record<RadioState, string>> = {
  on: "border-accent bg-accent",
  covered: "border-accent-line bg-accent-soft",
  off: "border-line-control bg-surface",
};

export function RadioMark({ state }: { state: RadioState }) {
  return (
    <span
      aria-hidden
      className={classes(
        "inline-flex size-[14px] shrink-0 items-center justify-center rounded-full border in-data-touch:size-[18px]",
        RING[state],
      )}
    >
      {state !== "off" && (
        <span
          className={classes(
            "rounded-full in-data-touch:scale-125",
            state === "on" ? "size-[6px] bg-accent-on" : "size-[6px] bg-accent",
          )}
        />
      )}
    </span>
  );
}
