"use client";
/** A control that can spend: one button in two parts, what it does and what that costs at most. */
import { cva } from "class-variance-authority";
import { type ComponentProps, type ReactNode, use } from "react";
import { cn } from "@/lib/cn";
import { isUnaffordable, type Price, priceText } from "@/lib/format/price";
import { PricesContext } from "./prices";

interface PriceTagProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  /** Undefined while it is not known yet: then the button waits, as wide as with a price of two digits. */
  price: Price | undefined;
  /** In place of the price while it is being spent: how far that is. */
  progress?: ReactNode;
  /** What it buys is on its way. */
  busy?: boolean;
  primary?: boolean;
}

/** Also for a link that looks like a priced button; its two parts are a `PRICE_LABEL` and `priceVariants`. */
export const priceTagVariants = cva(
  "focus-ring inline-flex h-control shrink-0 items-stretch overflow-hidden whitespace-nowrap rounded-2 border text-12 in-data-touch:h-row-touch in-data-touch:text-15",
  {
    variants: {
      variant: {
        primary: "cursor-pointer border-transparent bg-accent text-accent-on hover:bg-accent-hover",
        secondary:
          "cursor-pointer border-line-button bg-surface text-text-1 hover:border-line-control hover:bg-surface-hover",
        quiet: "cursor-default border-line bg-transparent text-text-disabled",
      },
    },
  },
);

export const PRICE_LABEL = "flex flex-1 items-center justify-center px-[10px] font-medium";

export const priceVariants = cva("flex items-center border-l px-[10px] in-data-touch:px-3.5", {
  variants: {
    variant: {
      primary: "border-accent-on/40 bg-accent-hover",
      secondary: "border-line-button bg-surface-well text-text-2",
      quiet: "border-line",
    },
  },
});

/** The room of two digits that are not known yet. */
export const TWO_DIGITS = <span className="invisible before:content-['00']" />;

const UNKNOWN = (
  <>
    {TWO_DIGITS}&nbsp;<span className="invisible">credits</span>
  </>
);

/**
 * Where nothing can be bought it is disabled and says why, unless it costs nothing. A press while it is busy, the second
 * click of a double click and an auto-repeating key buy nothing.
 */
export function PriceTag(props: PriceTagProps) {
  const { children, price, progress, primary = false, busy = false, className, title, onClick, ...rest } = props;
  const { off, balance } = use(PricesContext);
  const spends = price?.credits !== 0;
  const unaffordable = price !== undefined && isUnaffordable(price, balance);
  const blocked = spends && progress === undefined && (off !== undefined || unaffordable);
  const disabled = rest.disabled === true || price === undefined || blocked;
  const text = progress ?? (price === undefined ? UNKNOWN : priceText(price, balance));
  const variant = disabled || busy ? "quiet" : primary ? "primary" : "secondary";
  return (
    <button
      type="button"
      {...rest}
      className={cn(priceTagVariants({ variant }), className)}
      disabled={disabled}
      // Not disabled: it keeps the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      title={(blocked ? off : undefined) ?? title}
      onClick={(event) => {
        // A form is not submitted either.
        if (busy || (spends && event.detail > 1)) return event.preventDefault();
        onClick?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
    >
      <span className={PRICE_LABEL}>{children}</span>{" "}
      <span
        // What would stand elsewhere for another label or price is made anew there, and nothing moves.
        key={typeof children === "string" && typeof text === "string" ? `${children} ${text}` : undefined}
        className={priceVariants({ variant })}
      >
        {text}
      </span>
    </button>
  );
}
