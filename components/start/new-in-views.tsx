/** Lists what is new in each saved view since the last visit. Counting is free; revealing has its price on the button. */
import type { NewInView, SavedView } from "@dealflow/contract/account/saved";
import { KIND_PARAMETERS, SHELF_VIEWS } from "@dealflow/contract/account/saved-counts";
import { FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { beginReview, NewLink } from "@/components/feed/new-link";
import { queryWords } from "@/components/feed/view-words";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { useNow } from "@/components/shell/clock";
import { newWords } from "@/components/shell/navigation/navigation";
import { VIEWS_LINK } from "@/components/shell/pages";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useHost } from "@/lib/client/host";
import { newAddress } from "@/lib/client/saved/new-address";
import { useUi } from "@/lib/client/ui-store";
import { savedViewAddress } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { listedTitle } from "@/lib/format/listed-title";
import { aboutUsd, compactUsd } from "@/lib/format/money";
import { exactPrice } from "@/lib/format/price";
import { useBuy } from "@/lib/queries/buy";
import { newInViewsQuery } from "@/lib/queries/saved";
import { LIST_LINK, LIST_ROW, LIST_TITLE, PRICED_ROW } from "./list-classes";

/** Nobody reads more kinds than these in one line. */
const MOST_KINDS = 3;

export function NewInViews({ views }: { views: readonly SavedView[] }) {
  const { own } = useHost();
  const overlap = useUi(({ overlapDays }) => overlapDays);
  const { data } = useQuery({ ...newInViewsQuery(overlap), enabled: own });
  const found = new Map(data?.map((one) => [one.id, one]));
  const first = views.find(({ id }) => (found.get(id)?.references.length ?? 0) > 0);
  return (
    <section aria-labelledby="start-views">
      <h2 className={LIST_TITLE} id="start-views">
        New in your views <span>counting is free</span>
        <Link href={VIEWS_LINK.href}>{VIEWS_LINK.title}</Link>
      </h2>
      <ul>
        {views.slice(0, SHELF_VIEWS).map((view) => (
          <ViewRow key={view.id} view={view} found={found.get(view.id)} overlap={overlap} primary={view === first} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  view: SavedView;
  found: NewInView | undefined;
  overlap: number;
  primary: boolean;
}

function ViewRow({ view, found, overlap, primary }: RowProps) {
  const { own } = useHost();
  const now = useNow();
  const address = newAddress(view, overlap);
  const filters = queryWords(view.feed, view.query, now);
  return (
    <li className={`${LIST_ROW} ${PRICED_ROW}`}>
      <Link href={savedViewAddress(view)} className={LIST_LINK} title={filters}>
        <b>{view.name}</b>
        <span className="max-wide:hidden">{filters}</span>
      </Link>
      {!own && <NewLink view={view} />}
      {own && (
        <>
          <span className="tablet:w-16">
            {found !== undefined && found.count > 0 && address !== undefined ? (
              <Link
                href={address.href}
                className="focus-ring rounded-1 max-tablet:inline-flex max-tablet:min-h-row-touch max-tablet:min-w-row-touch max-tablet:items-center font-medium text-accent-text hover:underline"
                onClick={() => beginReview(view, address)}
              >
                {newWords(found.count)} new
              </Link>
            ) : (
              "none"
            )}
          </span>
          <span className="empty:hidden tablet:w-22">{found && sumWords(found)}</span>
          {/* A kind that has no room is left out, with its number, instead of being cut. */}
          <span className="flex h-4 w-34 flex-wrap gap-x-1 overflow-hidden max-tablet:hidden wide:w-44 [:empty+&]:w-59 wide:[:empty+&]:w-69">
            {found &&
              kindWords(view, found).map((words, at) => (
                <span key={words} className="whitespace-nowrap">{`${at > 0 ? "· " : ""}${words}`}</span>
              ))}
          </span>
          <span className="flex justify-end max-tablet:ml-auto tablet:w-44">
            {found !== undefined && found.count > 0 && address !== undefined && (
              <Reveal view={view} found={found} address={address} primary={primary} />
            )}
          </span>
        </>
      )}
    </li>
  );
}

interface RevealProps {
  view: SavedView;
  found: NewInView;
  address: { readonly href: string; readonly canonical: string };
  primary: boolean;
}

/** Reveals the newest events that are not owned, and opens the view at what is new. */
function Reveal({ view, found, address, primary }: RevealProps) {
  const router = useRouter();
  const client = useQueryClient();
  const most = useUi(({ confirmAbove }) => confirmAbove);
  const buying = useBuy({ feed: view.feed, canonical: address.canonical, order: "" });
  const references = found.references.slice(0, most);
  if (references.length === 0)
    return (
      <Link href={address.href} className={buttonVariants()}>
        Open · owned
      </Link>
    );
  const reveal = async () => {
    if ((await buying.buy({ references })) === undefined) return;
    router.push(address.href);
    void client.invalidateQueries({ queryKey: ["saved", "new in views"] });
  };
  return (
    <>
      {buying.error !== undefined && (
        <span role="alert" className="mr-2 truncate text-bad-text" title={buying.error.message}>
          {buying.error.message}
        </span>
      )}
      <PriceTag
        primary={primary}
        price={exactPrice(references.length)}
        busy={buying.isPending}
        onClick={() => void reveal()}
      >
        Reveal {count(references.length)}
        <span className="sr-only"> new in {view.name}</span>
      </PriceTag>
    </>
  );
}

function sumWords({ sumUsd, about }: NewInView): string {
  if (sumUsd === null) return "";
  return about ? aboutUsd(sumUsd) : compactUsd(sumUsd);
}

/** Writes `Seed 3` and `Series A 1`. */
function kindWords({ feed }: SavedView, { kinds }: NewInView): string[] {
  if (feed === "companies" || feed === "investors") return [];
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const filter = filters.find((one) => "param" in one && one.param === KIND_PARAMETERS[feed]);
  const title = (value: string) =>
    filter?.kind === "many" && !isLong(filter.list) ? listedTitle(shortList(filter.list), value) : value;
  return kinds.slice(0, MOST_KINDS).map((kind) => `${title(kind.value)} ${count(kind.count)}`);
}
