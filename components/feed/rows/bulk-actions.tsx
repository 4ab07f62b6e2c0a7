/**
 * Offers actions on the selected rows: compare and watch their companies, export, copy, for free; and the purchase of
 * those that are not owned.
 */
import type { WatchDraft } from "@dealflow/contract/account/saved";
import { LIMIT } from "@dealflow/contract/feeds";
import { BATCH } from "@dealflow/contract/timeline";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { notify } from "@/components/ui/hooks/notify";
import { useDocumentCopy } from "@/components/ui/hooks/use-document-keys";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { tsvText } from "@/lib/client/export/tsv";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { watch } from "@/lib/client/saved/actions";
import { compareAddress } from "@/lib/client/timelines/addresses";
import { count, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { useSpend } from "../spend/spend";
import { columnsInView, ExportPanel } from "../tools/export-panel";
import { useShownRows } from "./use-feed-rows";

export function BulkActions() {
  const { feed, rows } = useFeedView();
  const { kind, selection, rows: shown } = useShownRows();
  useDocumentCopy(() => {
    const copied = shown.filter(({ key }) => selection.keys.has(key));
    notify(`Copied ${formatCount(copied.length, "row")}`);
    return tsvText(feed, copied, columnsInView(kind.columns));
  });
  const selected = rows.filter(({ key }) => selection.keys.has(key));
  const companies = new Map<string, WatchDraft>();
  for (const { record } of selected) {
    const { id, name, domain } = kind.company?.(record) ?? {};
    if (id && name) companies.set(id, { id, name, domain: domain ?? null });
  }
  return (
    <>
      <ShowSelected />
      {companies.size > 0 && <CompanyActions companies={[...companies.values()]} />}
      {selected.length > 0 && (
        <>
          <Popover variant="link" label="Export selected" title="Export rows">
            {(close) => <ExportPanel close={close} />}
          </Popover>
          <CopyButton text={tsvText(feed, selected, columnsInView(kind.columns))} what="the selected rows" />
        </>
      )}
    </>
  );
}

function CompanyActions({ companies }: { companies: readonly WatchDraft[] }) {
  const host = useHost();
  const { variables, isSuccess, error, mutate } = useMutation({
    mutationFn: (drafts: readonly WatchDraft[]) => watch(host, drafts),
  });
  const isKnown = variables?.length === companies.length;
  const isWatched = isKnown && isSuccess;
  const problem = isKnown ? error?.message : undefined;

  return (
    <>
      {companies.length <= BATCH.max ? (
        <span className="contents" data-tool="compare">
          <Link
            className="focus-ring rounded-2 font-medium text-accent-text hover:underline in-data-touch:inline-flex in-data-touch:h-row-touch in-data-touch:items-center"
            href={compareAddress(companies.map(({ id }) => id))}
          >
            Compare
          </Link>
        </span>
      ) : (
        <Button variant="link" disabled title={`At most ${BATCH.max} companies can be compared`}>
          Compare
        </Button>
      )}
      <Button
        variant="link"
        aria-label={`Watch ${formatCount(companies.length, "company", "companies")}`}
        disabled={isWatched}
        onClick={() => mutate(companies)}
      >
        {isWatched ? "Watched" : "Watch"}
      </Button>
      <span role="status" className={problem === undefined ? "sr-only" : "truncate text-bad-text"}>
        {isWatched ? `${formatCount(companies.length, "company", "companies")} watched` : problem}
      </span>
    </>
  );
}

/** Buys the selected rows that are not owned. */
function ShowSelected() {
  const { listed, offline, buying } = useFeedView();
  const { keys } = useShownRows().selection;
  const { dialog, spend } = useSpend();
  const { sessionLeft } = useMeter();
  const references = listed.flatMap(({ preview }) =>
    preview !== undefined && keys.has(preview.reference) ? [preview.reference] : [],
  );
  if (references.length === 0) return null;

  const action = `Reveal ${count(references.length)}`;
  const price = { ...exactPrice(references.length), sessionLeft };
  return (
    <>
      <PriceTag
        primary
        price={price}
        busy={buying.isPending}
        disabled={offline || references.length > LIMIT.max}
        title={references.length > LIMIT.max ? `At most ${LIMIT.max} records can be bought in one purchase` : undefined}
        onClick={() =>
          spend({
            question: `Reveal ${formatCount(references.length, "selected record")}?`,
            action,
            price,
            buy: () => void buying.buy({ references }),
          })
        }
      >
        {action}
      </PriceTag>
      {dialog}
    </>
  );
}
