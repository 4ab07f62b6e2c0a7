"use client";

import { FEEDS } from "@dealflow/contract/feeds";
import type { SavedView } from "@dealflow/contract/saved";
import { usePagePrice } from "@/components/feed/spend/page-price";
import { useNow } from "@/components/shell/clock";
import { FeedLink } from "@/components/shell/feed-link";
import { newWords } from "@/components/shell/saved-views";
import { PRICE_LABEL, priceTagVariants, priceVariants } from "@/components/ui/price-tag";
import { PriceText } from "@/components/ui/price-text";
import { usePurchased } from "@/lib/client/purchased/use-purchased";
import { newAddress } from "@/lib/client/saved/new-address";
import { startReview } from "@/lib/client/saved/new-rows-review";
import { useUi } from "@/lib/client/ui-store";
import { shortDate } from "@/lib/format/dates";
import { useSaved } from "@/lib/queries/saved";

type Viewed = Pick<SavedView, "id" | "name" | "feed" | "query" | "lastSeenAt">;

/** Opens what is new in a view since the last visit. Its click may buy one page, and shows that. */
export function NewLink({ view, onNavigate }: { view: Viewed; onNavigate?: () => void }) {
  const pagePrice = usePagePrice();
  const purchased = usePurchased(view.feed);
  const now = useNow();
  const overlap = useUi(({ overlapDays }) => overlapDays);
  const address = newAddress(view, overlap);
  if (address === undefined) return null;
  const begin = () => {
    const known = purchased.filter(({ record }) => isSince(record, address.since)).map(({ key }) => key);
    startReview(view.feed, address.canonical, {
      viewId: view.id,
      name: view.name,
      since: address.since,
      purchased: new Set(FEEDS[view.feed].totals || view.feed === "execMoves" ? known : []),
      hides: true,
      seen: false,
    });
    onNavigate?.();
  };
  return (
    <FeedLink href={address.href} className={priceTagVariants({ variant: "secondary" })} onClick={begin}>
      <span className={PRICE_LABEL}>Load what is new</span>{" "}
      <span className={priceVariants({ variant: "secondary" })}>
        <PriceText price={pagePrice} />
      </span>
      <span className="sr-only">
        {" "}
        in {view.name}, since {shortDate(view.lastSeenAt, now)}
      </span>
    </FeedLink>
  );
}

function isSince(record: object, since: string): boolean {
  return "announcedAt" in record && typeof record.announcedAt === "string" && record.announcedAt >= since;
}

/** How many events are new, where our service counts them; its space is reserved until it has. */
export function NewNumber({ id }: { id: string }) {
  const number = useSaved().counts[id];
  return (
    <span className="inline-block w-[62px] shrink-0 text-12 whitespace-nowrap text-accent-text">
      {number ? `${newWords(number)} new` : ""}
    </span>
  );
}
