"use client";

import type { ComponentProps } from "react";
import { Link } from "@/components/ui/link";
import { grantOpening } from "@/lib/spending/permits";

/** A link to a feed's page. Its click, and never its prefetching, entitles that page to buy its first page of rows. */
export function FeedLink({ href, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  return (
    <Link
      href={href}
      onClick={(event) => {
        // A click that opens another tab is not an opening here; that tab's document decides for itself.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) grantOpening(href);
        onClick?.(event);
      }}
      {...rest}
    />
  );
}
