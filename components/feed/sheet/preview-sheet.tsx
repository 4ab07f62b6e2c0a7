/** Shows what is free about a record that is not owned, and the price of the rest. */
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { PURCHASED_COLUMN } from "@/components/feed/columns/event-columns";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { FeedRow } from "@/lib/client/feed-row";
import { useFeedView } from "@/lib/client/feed-view";
import { exactPrice } from "@/lib/format/price";
import { Field, Fields, Section } from "./sheet-parts";

interface Props {
  columns: readonly DataTableColumn<never>[];
  /** The row is one that the columns are for. */
  row: FeedRow<unknown>;
  onReveal: () => void;
}

export function PreviewSheet({ columns, row, onReveal }: Props) {
  const { buying, offline } = useFeedView();
  const isFree = ({ meta }: DataTableColumn<never>) => meta.open === true || meta.hasValue?.(row) === false;
  const free = columns.filter((column) => isFree(column) && column.id !== PURCHASED_COLUMN.id);
  const hidden = columns.filter((column) => !isFree(column) && column.meta.widths !== undefined);
  return (
    <>
      <div className="pb-2.5">
        <p className="text-20 font-semibold tracking-tight">Not owned yet</p>
        <p className="mt-1.5 mb-3 text-12 text-text-2">
          Revealing shows the rest of this record: {hidden.map(({ header }) => header.toLowerCase()).join(", ")} and
          more.
        </p>
        <PriceTag price={exactPrice(1)} busy={buying.isPending} disabled={offline} onClick={onReveal}>
          Reveal
        </PriceTag>
      </div>
      <Section title="Free to see">
        <Fields>
          {free.map(({ id, header, cell }) => (
            <Field key={id} label={header}>
              <span className="@container/cell flex items-center gap-1.5">
                {cell({ row: { original: row as never } })}
              </span>
            </Field>
          ))}
        </Fields>
      </Section>
    </>
  );
}
