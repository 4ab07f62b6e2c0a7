"use client";

import type { ReactNode } from "react";
import { FeedLink } from "@/components/shell/feed-link";
import { PRICE_LABEL, priceTagVariants, priceVariants } from "@/components/ui/price-tag";
import { PriceText } from "@/components/ui/price-text";
import { useExplores } from "@/lib/client/host";
import { priceOfAddress } from "./feed-price";

/** A link to a feed's page, which may buy its first page of rows, with what that costs. */
export function PricedLink({ href, children }: { href: string; children: ReactNode }) {
  const explores = useExplores();
  return (
    <FeedLink href={href} className={priceTagVariants({ variant: "secondary" })}>
      <span className={PRICE_LABEL}>{children}</span>{" "}
      <span className={priceVariants({ variant: "secondary" })}>
        <PriceText price={priceOfAddress(href, explores)} />
      </span>
    </FeedLink>
  );
}
