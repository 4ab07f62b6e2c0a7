/** These classes style lists of links: the heading, a row, and the link that a row begins with. */

export const LIST_TITLE =
  "flex items-baseline gap-2 whitespace-nowrap border-b border-line-strong pb-1.5 font-semibold [&>a]:ml-auto [&>a]:max-tablet:-my-3.5 [&>a]:max-tablet:py-3.5 [&>a]:text-12 [&>a]:font-regular [&>a]:text-accent-text [&>span]:min-w-0 [&>span]:truncate [&>span]:text-12 [&>span]:font-regular [&>span]:text-text-2";

export const LIST_ROW =
  "flex min-h-row-comfortable items-center gap-3 border-b border-line py-[3px] [&>:first-child]:min-w-0 [&>:first-child]:flex-1 [&>span:not(:first-child)]:shrink-0 [&>span:not(:first-child)]:text-12 [&>span:not(:first-child)]:text-text-2";

/** A row that ends in a price has it below its name on phones. */
export const PRICED_ROW =
  "max-tablet:flex-wrap max-tablet:gap-y-1 max-tablet:py-2 max-tablet:[&>:first-child]:flex-[1_0_100%]";

export const LIST_LINK =
  "focus-ring flex items-baseline gap-2 overflow-hidden whitespace-nowrap rounded-1 max-tablet:flex-wrap max-tablet:gap-y-0 max-tablet:py-3 [&:hover>b]:underline [&>b]:max-w-full [&>b]:shrink-0 [&>b]:truncate [&>b]:font-medium [&>span]:truncate [&>span]:text-12 [&>span]:text-text-2";
