import type { CompanyRecord } from "@dealflow/client/records";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { TextCell } from "@/components/feed/columns/cells";
import { PURCHASED_COLUMN } from "@/components/feed/columns/event-columns";
import {
  cityColumn,
  countryColumn,
  dateColumn,
  foundedColumn,
  furtherCompanyColumns,
  industryColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import { matchedFormerName } from "@/components/feed/record/former-name";
import type { FeedRow } from "@/lib/client/feed-row";
import { useFeedView } from "@/lib/client/feed-view";

type Row = FeedRow<CompanyRecord>;

const itself = (record: CompanyRecord) => record;

/** Says by which former name a search found the company. */
function CompanyName({ row: { record, formerNames } }: { row: Row }) {
  const { query } = useFeedView();
  const former = matchedFormerName({ name: record.name, formerNames }, String(query.search ?? ""));
  return (
    <>
      <TextCell strong text={record.name} />
      {former !== undefined && <span className="ml-2 truncate text-12 text-text-2">formerly {former}</span>}
    </>
  );
}

export const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "company",
    header: "Company",
    size: 170,
    meta: {
      star: true,
      grow: 1.1,
      widths: {
        tiny: "minmax(0, 1fr)",
        small: "minmax(0, 1.2fr)",
        middle: "minmax(0, 1.2fr)",
        large: "minmax(0, 1.1fr)",
        huge: "minmax(0, 1.1fr)",
      },
      card: "title",
      hasValue: ({ record }: Row) => !record.name,
    },
    accessorFn: ({ record }) => record.name,
    cell: ({ row: { original } }) => <CompanyName row={original} />,
  },
  textColumn("domain", "Domain", ({ record }) => record.domain, {
    hasValue: ({ preview, record }: Row) => preview?.hasDomain !== false && !record.domain,
    grow: 0.8,
    widths: {
      middle: "minmax(0, 1fr)",
      large: "minmax(0, 0.8fr)",
      huge: "minmax(0, 0.8fr)",
    },
    card: "rest",
  }),
  countryColumn((record) => record.hqCountry, {
    widths: { tiny: "58px", small: "62px", middle: "58px", large: "68px", huge: "150px" },
    card: "one",
  }),
  industryColumn(itself, { tiny: "150px", small: "162px", middle: "154px", large: "200px", huge: "minmax(0, 1.2fr)" }),
  sizeColumn(itself, {
    widths: { tiny: "100px", small: "104px", middle: "104px", large: "104px", huge: "108px" },
    card: "figure",
    open: true,
  }),
  verticalColumn(itself, { widths: { large: "112px", huge: "120px" } }),
  cityColumn(itself, { widths: { huge: "minmax(0, 0.7fr)" } }),
  foundedColumn(itself, { open: true, widths: { middle: "72px", large: "76px", huge: "80px" } }),
  dateColumn("updated", "Updated", ({ record }) => record.updatedAt, {
    widths: { small: "88px", middle: "116px", large: "116px", huge: "120px" },
    card: "when",
    open: true,
  }),
  PURCHASED_COLUMN,
  dateColumn("created", "Added", ({ record }) => record.createdAt),
  ...furtherCompanyColumns(itself),
];
