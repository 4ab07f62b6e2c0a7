/** Lists the unread news of watched companies: whose is known, what it says is revealed for a credit. */

import type { InboxItem } from "@dealflow/contract/account/inbox";
import type { WatchedCompany } from "@dealflow/contract/account/saved";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useNow } from "@/components/shell/clock";
import { INBOX_PAGE } from "@/components/shell/pages";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useHost } from "@/lib/client/host";
import { useInboxState } from "@/lib/client/inbox/inbox-state";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { OPEN_KEY } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { age } from "@/lib/format/dates";
import { exactPrice } from "@/lib/format/price";
import { inboxQuery } from "@/lib/queries/inbox";
import { useItemPurchase } from "@/lib/queries/item-purchase";
import { LIST_LINK, LIST_ROW, LIST_TITLE, PRICED_ROW } from "./list-classes";
import { newsDetail, newsWords } from "./news-words";

/** The rest is one link away. */
const SHOWN = 6;

interface News extends InboxItem {
  readonly record: NonNullable<InboxItem["record"]>;
}

export function WatchedNews({ companies }: { companies: readonly WatchedCompany[] }) {
  const { own } = useHost();
  const { data } = useInfiniteQuery({ ...inboxQuery(), enabled: own });
  const read = useInboxState()?.read ?? 0;
  const news = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(
      (item): item is News =>
        item.position > read && item.record !== null && item.matches.some(({ viewId }) => viewId === null),
    );
  const concerned = new Set(news.map(({ record }) => record.company.id)).size;
  const about =
    companies.length === 0 ? "none yet" : `${count(concerned)} of ${count(companies.length)} have unread news`;
  return (
    <section aria-labelledby="start-watched">
      <h2 className={LIST_TITLE} id="start-watched">
        Watched companies {own && <span>{about}</span>}
        <Link href="/watchlist">All companies</Link>
      </h2>
      <ul>
        {news.slice(0, SHOWN).map((item) => (
          <NewsRow key={item.position} item={item} />
        ))}
        {news.length > SHOWN && (
          <li className={LIST_ROW}>
            <Link href={INBOX_PAGE} className={LIST_LINK}>
              <span>{formatCount(news.length - SHOWN, "more event")} in the inbox</span>
            </Link>
          </li>
        )}
        {news.length === 0 && (
          <li className={`${LIST_ROW} text-text-2`}>
            {companies.length === 0
              ? "Press the star next to a company’s name to watch it"
              : "No news that you haven’t read"}
          </li>
        )}
      </ul>
    </section>
  );
}

function NewsRow({ item }: { item: News }) {
  const router = useRouter();
  const now = useNow();
  const { preview, record, owned } = item;
  const address = (id: string) => `${INBOX_PAGE}?${new URLSearchParams({ [OPEN_KEY]: id })}`;
  const { isPending, failure, buy } = useItemPurchase((id) => router.push(address(id)));
  const problem = failure === "gone" ? "This record is no longer in the feed. Nothing was charged." : failure?.message;
  const name = <b>{record.company.name}</b>;
  return (
    <li className={`${LIST_ROW} ${PRICED_ROW}`}>
      <span className="truncate">
        {record.company.id === null ? (
          name
        ) : (
          <Link
            className="focus-ring rounded-1 hover:underline in-data-touch:inline-flex in-data-touch:min-h-row-touch in-data-touch:items-center"
            href={companyAddress(record.company.id)}
          >
            {name}
          </Link>
        )}{" "}
        {newsWords(item)}
      </span>
      {problem !== undefined && (
        <span role="alert" className="truncate text-bad-text" title={problem}>
          {problem}
        </span>
      )}
      <span className="tablet:w-34">{newsDetail(item)}</span>
      <span className="tablet:w-16">{age(record.announcedAt, now)}</span>
      <span className="flex justify-end max-tablet:ml-auto tablet:w-34">
        {owned ? (
          <Link href={address(record.id)} className={buttonVariants()}>
            Open · owned
          </Link>
        ) : (
          <PriceTag price={exactPrice(1)} busy={isPending} onClick={() => preview !== null && buy(item)}>
            Reveal
            <span className="sr-only"> what {record.company.name} announced</span>
          </PriceTag>
        )}
      </span>
    </li>
  );
}
