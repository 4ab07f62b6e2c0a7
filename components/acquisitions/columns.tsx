import type { AcquisitionRecord } from "@dealflow/client/records";
import { PAYMENT_TYPES } from "@dealflow/contract/values/events";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { Missing, TextCell } from "@/components/feed/columns/cells";
import { companyColumn, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  amountColumn,
  companyColumns,
  companyDomainColumn,
  countryColumn,
  dateColumn,
  industryColumn,
  originalAmountColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/lib/client/feed-row";
import { listedTitle } from "@/lib/format/listed-title";
import { dealMoney } from "@/lib/format/money";

type Row = FeedRow<AcquisitionRecord>;

const NAME = "minmax(0, 1fr)";
const money = ({ record }: Row) => dealMoney(record);
const target = (record: AcquisitionRecord) => record.target;

export const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "deal",
    header: "Deal",
    size: 92,
    // The kind is nearly always an acquisition, so only cards show it without a choice.
    meta: { card: "one", open: true },
    accessorFn: ({ record }) => (record.isMerger === null ? null : dealText(record.isMerger)),
    cell: ({ row: { original } }) =>
      original.record.isMerger === null ? (
        <Missing />
      ) : (
        <span className="text-text-1 max-tablet:text-text-2">{dealText(original.record.isMerger)}</span>
      ),
  },
  amountColumn(108, money, { widths: { tiny: "98px", small: "98px", middle: "98px", large: "104px", huge: "108px" } }),
  companyColumn("target", "Target", target, {
    grow: 1.1,
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
    card: "title",
  }),
  {
    id: "acquirer",
    header: "Acquirer",
    size: 160,
    meta: {
      grow: 1.1,
      widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
      card: "rest",
    },
    accessorFn: ({ record }) => record.acquirer?.name,
    cell: ({ row: { original } }) => (
      <>
        <span className="-mr-0.5 tablet:hidden">by</span>
        <TextCell text={original.record.acquirer?.name} />
      </>
    ),
  },
  countryColumn((record) => record.target?.hqCountry, {
    widths: { small: "62px", middle: "58px", large: "68px", huge: "150px" },
    card: "two",
  }),
  // A filter by country finds deals by their acquirer as well.
  countryColumn(
    (record) => record.acquirer?.hqCountry,
    { widths: { small: "92px", middle: "92px", large: "92px", huge: "150px" } },
    { id: "by-country", header: "Acquirer in", size: 120 },
  ),
  industryColumn(target, { middle: "146px", large: "196px", huge: "minmax(0, 1.2fr)" }),
  {
    id: "payment",
    header: "Payment",
    size: 116,
    meta: { widths: { large: "112px", huge: "120px" }, open: true },
    accessorFn: ({ record }) => paymentText(record),
    cell: ({ row: { original } }) =>
      paymentText(original.record) ?? <span className="text-12 text-text-3">undisclosed</span>,
  },
  ...LAST_COLUMNS,
  originalAmountColumn(money),
  dateColumn("closing", "Closing", ({ record }) => record.closingAt),
  ...EVENT_COLUMNS,
  companyDomainColumn(target, "Target's domain"),
  sizeColumn(target),
  verticalColumn(target, { open: true }),
  ...companyColumns(target),
  companyDomainColumn(({ acquirer }) => acquirer, "Acquirer's domain", {}, "by-domain"),
  textColumn("by-industry", "Acquirer's industry", ({ record }) => record.acquirer?.industryGroup, { open: true }, 160),
];

function dealText(isMerger: boolean): string {
  return isMerger ? "Merger" : "Acquisition";
}

/** The result is null when the payment was not disclosed. */
function paymentText({ paymentType }: AcquisitionRecord): string | null {
  return paymentType === null || paymentType === "undisclosed" ? null : listedTitle(PAYMENT_TYPES, paymentType);
}
