/** A button: at most one primary in view; quiet ones are words. 28 px, 44 px where a finger presses. */
import type { ComponentProps } from "react";
import { classes } from "./classes";

export type ButtonLook = "primary" | "secondary" | "quiet" | "link";

const BOX =
  "inline-flex h-control items-center justify-center gap-1.5 rounded-2 border px-[10px] in-data-touch:h-row-touch in-data-touch:px-4 in-data-touch:text-15";

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: `${BOX} border-transparent bg-accent text-accent-on enabled:hover:bg-accent-hover disabled:border-line disabled:bg-transparent`,
  secondary: `${BOX} border-line-button bg-surface text-text-1 enabled:hover:border-line-control enabled:hover:bg-surface-hover disabled:border-line`,
  quiet: "rounded-2 text-text-2 enabled:hover:text-text-1 in-data-touch:h-row-touch in-data-touch:text-13",
  link: "rounded-2 text-accent-text enabled:hover:underline in-data-touch:h-row-touch in-data-touch:text-13",
};

export function Button({ look = "secondary", className, ...rest }: ComponentProps<"button"> & { look?: ButtonLook }) {
  return (
    <button
      type="button"
      className={classes(
        "focus-ring shrink-0 cursor-pointer whitespace-nowrap text-12 font-medium disabled:cursor-default disabled:text-text-disabled",
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}
