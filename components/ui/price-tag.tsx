"use client";
/** A control that can spend: one button in two parts, what it does and what that costs at most. */
import { type ComponentProps, type ReactNode, use } from "react";
import { credits } from "@/lib/format/counts";
import { classes } from "./classes";
import { PricesOff } from "./prices-off";

interface PriceTagProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  /** `up to 20 credits`, `1 credit`, `0 credits`. */
  price: ReactNode;
  primary?: boolean;
}

const FREE = credits(0);

/** Where nothing can be bought it is disabled and says why, unless it costs nothing. */
export function PriceTag({
  children,
  price,
  primary = false,
  className,
  disabled = false,
  title,
  ...rest
}: PriceTagProps) {
  const off = use(PricesOff);
  const why = price === FREE ? undefined : off;
  return (
    <button
      type="button"
      className={classes(
        "focus-ring group/price inline-flex h-control shrink-0 cursor-pointer items-stretch overflow-hidden whitespace-nowrap rounded-2 border text-12",
        "disabled:cursor-default disabled:border-line disabled:bg-transparent disabled:text-text-disabled",
        "in-data-touch:h-row-touch in-data-touch:text-15",
        primary
          ? "border-transparent bg-accent text-accent-on enabled:hover:bg-accent-hover"
          : "border-line-button bg-surface text-text-1 enabled:hover:border-line-control enabled:hover:bg-surface-hover",
        className,
      )}
      disabled={disabled || why !== undefined}
      title={why ?? title}
      {...rest}
    >
      <span className="flex flex-1 items-center justify-center px-[10px] font-medium">{children}</span>{" "}
      <span
        // What would stand elsewhere for another label or price is made anew there, and nothing moves.
        key={typeof children === "string" && typeof price === "string" ? `${children} ${price}` : undefined}
        className={classes(
          "flex items-center border-l px-[10px] group-disabled/price:border-line group-disabled/price:bg-transparent group-disabled/price:text-text-disabled in-data-touch:px-3.5",
          primary ? "border-accent-on/40 bg-accent-hover" : "border-line-button bg-surface-well text-text-2",
        )}
      >
        {price}
      </span>
    </button>
  );
}
