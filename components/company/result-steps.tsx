/** Leads from a company to the next and the previous one of the list that was shown last; a preview has its price. */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { factsAt } from "@dealflow/contract/records/facts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { FeedRow } from "@/lib/client/feed-row";
import { useLastList } from "@/lib/client/last-list";
import { useOffline } from "@/lib/client/online";
import { companyAddress } from "@/lib/client/timelines/addresses";
import type { RowList } from "@/lib/filters/address";
import { count } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { useBuy } from "@/lib/queries/buy";
import { feedQuery } from "@/lib/queries/feed";

/** The id of the company to which a row leads is at these paths; a row of investors leads to none. */
const COMPANY_ID: Readonly<Partial<Record<FeedName, string>>> = {
  funding: "company.id",
  acquisitions: "target.id",
  execMoves: "company.id",
  companies: "id",
};

function companyId(feed: FeedName, { record }: Pick<FeedRow, "record">): string | undefined {
  const path = COMPANY_ID[feed];
  const [id] = path === undefined ? [] : factsAt(record, path);
  return id === undefined ? undefined : String(id).toLowerCase();
}

const NO_LIST: RowList = { feed: "companies", canonical: "", order: "", scope: "all" };

export function ResultSteps({ id }: { id: string }) {
  const list = useLastList();
  const { rows: shown = NO_LIST, address = "" } = list ?? {};
  const { feed } = shown;
  // The list is read where it is already in the cache, and requests nothing.
  const { data } = useInfiniteQuery({ ...feedQuery(shown), enabled: false });
  const rows = list === undefined ? [] : (data?.rows ?? []);
  const at = rows.findIndex((row) => companyId(feed, row) === id);
  if (at < 0) return null;
  const leads = (row: FeedRow) => row.preview !== undefined || ![undefined, id].includes(companyId(feed, row));
  return (
    <nav aria-label="Results" className="mb-3 flex flex-wrap items-center gap-2 text-12 text-text-2 print:hidden">
      <TextLink href={address}>{FEEDS[feed].title}</TextLink>
      <span className="mr-2">
        {count((data?.offset ?? 0) + at + 1)} of {count(data?.total ?? rows.length)}
      </span>
      <Step list={shown} label="Previous" row={rows.slice(0, at).findLast(leads)} />
      <Step list={shown} label="Next" row={rows.slice(at + 1).find(leads)} />
    </nav>
  );
}

interface StepProps {
  list: RowList;
  label: string;
  /** The row is undefined at an end of the loaded rows. */
  row: FeedRow | undefined;
}

function Step({ list, label, row }: StepProps) {
  const router = useRouter();
  const offline = useOffline();
  const buying = useBuy(list);
  const show = (next: FeedRow | undefined) => {
    const id = next && companyId(list.feed, next);
    if (id !== undefined) router.push(companyAddress(id));
  };
  if (row?.preview === undefined)
    return (
      <Button disabled={row === undefined} onClick={() => show(row)}>
        {label}
      </Button>
    );
  const { reference } = row.preview;
  return (
    <>
      <PriceTag
        price={exactPrice(1)}
        busy={buying.isPending}
        disabled={offline}
        title={`Reveals a record of ${FEEDS[list.feed].title}`}
        onClick={async () => show((await buying.buy({ references: [reference] }))?.rows[0])}
      >
        {label}
      </PriceTag>
      {buying.error !== undefined && (
        <span role="alert" className="text-bad-text">
          {buying.error.message}
        </span>
      )}
    </>
  );
}
