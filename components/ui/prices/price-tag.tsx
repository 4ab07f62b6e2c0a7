/** A control that can spend is one button in two parts: the action, and its highest cost. */
import { cva } from "class-variance-authority";
import { type ComponentProps, type ReactNode, use } from "react";
import { cn } from "@/lib/cn";
import { isUnaffordable, type Price, priceText } from "@/lib/format/price";
import { passFocus } from "../focus";
import { PricesContext } from "./price-text";

interface PriceTagProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  /** The price is undefined while it is not known yet. The button then waits, as wide as with a price of two digits. */
  price: Price | undefined;
  /** The progress replaces the price while it is being spent. */
  progress?: ReactNode;
  /** It is true while the purchase is in progress. */
  busy?: boolean;
  primary?: boolean;
}

/**
 * These variants also style a link that looks like a priced button; its two parts are a `PRICE_LABEL` and
 * `priceVariants`.
 */
export const priceTagVariants = cva(
  "focus-ring inline-flex print:hidden h-control shrink-0 items-stretch overflow-hidden whitespace-nowrap rounded-2 border text-12 in-data-touch:h-row-touch in-data-touch:text-15",
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

/** Where the action and the price may not fit into one line, they break within their parts. */
export const WRAPPED =
  "h-auto min-h-control max-w-full whitespace-normal in-data-touch:h-auto in-data-touch:min-h-row-touch";

export const PRICE_LABEL = "flex flex-1 items-center justify-center px-[10px] font-medium";

/** A price of one digit takes the room of two, so that nothing moves when it becomes known. */
export const priceVariants = cva(
  "flex min-w-[6.3em] items-center justify-center border-l px-[10px] in-data-touch:min-w-[6.5em] in-data-touch:px-3.5 in-data-touch:leading-tight in-data-touch:whitespace-normal",
  {
    variants: {
      variant: {
        primary: "border-accent-on/40 bg-accent-hover",
        secondary: "border-line-button bg-surface-well text-text-2",
        quiet: "border-line",
      },
    },
  },
);

/** Reserves the width of two digits that are not known yet. */
export const TWO_DIGITS = <span className="invisible before:content-['00']" />;

const UNKNOWN = (
  <>
    {TWO_DIGITS}&nbsp;<span className="invisible">credits</span>
  </>
);

/**
 * The button is disabled and shows the reason where nothing can be bought, unless it costs nothing. A press while it is
 * busy, the second click of a double click and an auto-repeating key buy nothing.
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
      ref={passFocus}
      {...rest}
      className={cn(priceTagVariants({ variant }), className)}
      disabled={disabled}
      // The button is not disabled, so that it keeps the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      title={(blocked ? off : undefined) ?? title}
      onClick={(event) => {
        // Preventing the default keeps the button from submitting a form.
        if (busy || (spends && event.detail > 1)) return event.preventDefault();
        onClick?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
    >
      <span className={PRICE_LABEL}>{children}</span>{" "}
      <span
        // The key makes React remount the text when a label or price of another width replaces it, so that no layout
        // shift is counted.
        key={typeof children === "string" && typeof text === "string" ? `${children} ${text}` : undefined}
        className={priceVariants({ variant })}
      >
        {text}
      </span>
    </button>
  );
}
