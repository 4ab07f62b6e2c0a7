"use client";

import type { ReactNode } from "react";
import { FeedLink } from "@/components/shell/feed-link";
import { PriceText } from "@/components/ui/price-text";
import { priceOfAddress } from "./feed-price";

/** A link to a feed's page, which may buy its first page of rows, with what that costs. */
export function PricedLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <FeedLink href={href} className="priced-link focus-ring">
      <span>{children}</span>{" "}
      <span className="priced-link-price">
        <PriceText price={priceOfAddress(href)} />
      </span>
    </FeedLink>
  );
}
