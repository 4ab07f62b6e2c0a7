import type { AcquisitionRecord } from "@dealflow/client/records";
import { AmountCell, Missing, TextCell } from "@/components/feed/columns/cells";
import { CompanyCell, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  companyColumns,
  countryColumn,
  dateColumn,
  industryColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/components/feed/kind";
import { titleOf } from "@/components/feed/record/company";
import type { Column } from "@/components/table/columns";
import { PAYMENT_TYPES } from "@/lib/contract/values/events";
import { exactMinor } from "@/lib/format/money";

type Row = FeedRow<AcquisitionRecord>;

const NAME = "minmax(0, 1fr)";
const target = (record: AcquisitionRecord) => record.target;

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "deal",
    head: "Deal",
    width: 92,
    widths: { small: "88px", middle: "88px", large: "92px", huge: "96px" },
    card: "one",
    value: ({ record }) => (record.isMerger === null ? null : dealText(record.isMerger)),
    cell: ({ record }) =>
      record.isMerger === null ? <Missing /> : <span className="cell-round">{dealText(record.isMerger)}</span>,
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    width: 108,
    widths: { tiny: "98px", small: "98px", middle: "98px", large: "104px", huge: "108px" },
    card: "figure",
    first: "descending",
    value: ({ record }) => record.dealAmountUsd,
    cell: ({ record }) => (
      <AmountCell
        usd={record.dealAmountUsd}
        originalCents={record.dealAmountOriginalCents}
        originalCurrency={record.dealAmountOriginalCurrency}
      />
    ),
  },
  {
    id: "target",
    marks: true,
    head: "Target",
    width: 160,
    grow: 1.1,
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
    card: "title",
    value: ({ record }) => record.target?.name,
    cell: ({ record }) => <CompanyCell company={record.target} />,
  },
  {
    id: "acquirer",
    head: "Acquirer",
    width: 160,
    grow: 1.1,
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
    card: "rest",
    value: ({ record }) => record.acquirer?.name,
    cell: ({ record }) => (
      <>
        <span className="cell-by">by</span>
        <TextCell text={record.acquirer?.name} />
      </>
    ),
  },
  countryColumn(
    (record) => record.target?.hqCountry,
    { small: "62px", middle: "58px", large: "68px", huge: "150px" },
    { card: "two" },
  ),
  industryColumn(target, { middle: "154px", large: "200px", huge: "minmax(0, 1.2fr)" }),
  {
    id: "payment",
    head: "Payment",
    width: 116,
    widths: { large: "112px", huge: "120px" },
    value: ({ record }) => paymentText(record),
    cell: ({ record }) => paymentText(record) ?? <span className="cell-none">undisclosed</span>,
  },
  ...LAST_COLUMNS,
  {
    id: "original",
    head: "Original amount",
    end: true,
    width: 140,
    widths: {},
    first: "descending",
    value: ({ record }) => record.dealAmountOriginalCents,
    cell: ({ record: { dealAmountOriginalCents: cents, dealAmountOriginalCurrency: currency } }) =>
      cents === null || currency === null ? <Missing /> : exactMinor(cents, currency),
  },
  dateColumn("closing", "Closing", ({ record }) => record.closingAt),
  ...EVENT_COLUMNS,
  textColumn("domain", "Target's domain", ({ record }) => record.target?.domain),
  sizeColumn(target),
  verticalColumn(target),
  ...companyColumns(target),
  textColumn("by-domain", "Acquirer's domain", ({ record }) => record.acquirer?.domain),
  countryColumn(
    (record) => record.acquirer?.hqCountry,
    {},
    { id: "by-country", head: "Acquirer's country", width: 120 },
  ),
  textColumn("by-industry", "Acquirer's industry", ({ record }) => record.acquirer?.industryGroup, { width: 160 }),
];

function dealText(isMerger: boolean): string {
  return isMerger ? "Merger" : "Acquisition";
}

/** Null when it was not disclosed. */
function paymentText({ paymentType }: AcquisitionRecord): string | null {
  return paymentType === null || paymentType === "undisclosed" ? null : titleOf(PAYMENT_TYPES, paymentType);
}
