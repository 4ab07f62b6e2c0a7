import { LazyPurchasedEnd } from "@/components/feed/lazy";
import { ShowNext } from "@/components/feed/rows/show-next";
import { useShownRows } from "@/components/feed/rows/use-feed-rows";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { useFeedView } from "@/lib/client/feed-view";
import { useOwnedOnly } from "@/lib/client/owned-only";
import { PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { Line } from "./line";

/** Shows the next purchase with its price below the last row, or why the rows end here. */
export function AfterRows() {
  const { status, listed, offset, total = 0, hasMore, isFull, next, error } = useFeedView();
  const { found, hides, search } = useShownRows();
  const isSpendingOff = useOwnedOnly();
  const typed = search.typed.trim();
  if (typed !== "" && found === 0 && listed.length > 0) return <NothingFound />;
  if (status !== "ready" || hasMore || error !== undefined) return null;
  if (isFull)
    return <Line>{`${formatCount(listed.length, "row")} loaded. Narrow the filters or export to see the rest.`}</Line>;
  if (isSpendingOff) return <LazyPurchasedEnd />;
  if (next !== undefined)
    return (
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-gutter py-3"
        data-testid="load-more"
      >
        {listed.length === 0 && <p className="flex-1 text-text-2">Not loaded yet. Opening this page is free.</p>}
        {/* The dock has it on phones. */}
        <span className="contents max-tablet:hidden">
          <ShowNext />
        </span>
      </div>
    );
  if (typed !== "") return <Line>{`${count(found)} of ${formatCount(listed.length, "loaded row")} found`}</Line>;
  return <Line>{formatCount(hides ? found : offset === undefined ? listed.length : total, "result")}</Line>;
}

/** A search is of the loaded rows, and the companies are searched completely, for free. */
function NothingFound() {
  const { listed } = useFeedView();
  const { typed, onType } = useShownRows().search;
  const companies = `${PAGES.companies}?${new URLSearchParams({ search: typed.trim() })}`;
  return (
    <div className="px-gutter py-8 text-text-2">
      <p>{`None of the ${formatCount(listed.length, "loaded row")} names “${typed.trim()}”.`}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        <Button variant="link" onClick={() => onType("")}>
          Clear the search
        </Button>
        <TextLink href={companies}>Search all companies for free</TextLink>
      </p>
    </div>
  );
}
