import type { SavedView } from "@dealflow/contract/account/saved";
import { useNow } from "@/components/shell/clock";
import { newWords } from "@/components/shell/navigation/navigation";
import { Link } from "@/components/ui/link";
import { PRICE_LABEL, priceTagVariants, priceVariants } from "@/components/ui/prices/price-tag";
import { PriceText } from "@/components/ui/prices/price-text";
import { type NewAddress, newAddress } from "@/lib/client/saved/new-address";
import { startReview } from "@/lib/client/saved/new-rows-review";
import { useUi } from "@/lib/client/ui-store";
import { shortDate } from "@/lib/format/dates";
import { FREE } from "@/lib/format/price";
import { useNewCounts } from "@/lib/queries/saved";

type Viewed = Pick<SavedView, "id" | "name" | "feed" | "query" | "lastSeenAt">;

/** Remembers that the next page shows what is new in a view. */
export function beginReview(view: Viewed, { canonical, since }: NewAddress): void {
  startReview(view.feed, canonical, {
    viewId: view.id,
    name: view.name,
    since,
    startedAt: new Date().toISOString(),
    hides: true,
    seen: false,
  });
}

/** Opens the new rows of a view since the last visit, which is free. */
export function NewLink({ view, onNavigate }: { view: Viewed; onNavigate?: () => void }) {
  const now = useNow();
  const overlap = useUi(({ overlapDays }) => overlapDays);
  const address = newAddress(view, overlap);
  if (address === undefined) return null;
  const begin = () => {
    beginReview(view, address);
    onNavigate?.();
  };
  return (
    <Link href={address.href} className={priceTagVariants({ variant: "secondary" })} onClick={begin}>
      <span className={PRICE_LABEL}>Show what is new</span>{" "}
      <span className={priceVariants({ variant: "secondary" })}>
        <PriceText price={FREE} />
      </span>
      <span className="sr-only">
        {" "}
        in {view.name}, since {shortDate(view.lastSeenAt, now)}
      </span>
    </Link>
  );
}

/** Shows how many events are new, where our service counts them; the space is reserved until then. */
export function NewNumber({ id }: { id: string }) {
  const number = useNewCounts()[id];
  return (
    <span className="inline-block w-[62px] shrink-0 text-12 max-panel:empty:hidden whitespace-nowrap text-accent-text">
      {number ? `${newWords(number)} new` : ""}
    </span>
  );
}
