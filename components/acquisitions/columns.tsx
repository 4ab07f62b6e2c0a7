import { AmountCell, CountryCell, IndustryCell, Missing, TextCell } from "@/components/feed/cells";
import { titleOf } from "@/components/feed/company";
import { CompanyCell, LAST_COLUMNS } from "@/components/feed/event-columns";
import type { FeedRow } from "@/components/feed/kind";
import type { Column } from "@/components/table/columns";
import type { AcquisitionRecord } from "@/lib/api/records";
import { PAYMENT_TYPES } from "@/lib/contract/values/events";

type Row = FeedRow<AcquisitionRecord>;

const NAME = "minmax(0, 1fr)";

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "deal",
    head: "Deal",
    widths: { small: "88px", middle: "88px", large: "92px", huge: "96px" },
    card: "one",
    cell: ({ record }) => dealOf(record),
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    widths: { tiny: "98px", small: "98px", middle: "98px", large: "104px", huge: "108px" },
    card: "figure",
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
    head: "Target",
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
    card: "title",
    cell: ({ record }) => <CompanyCell company={record.target} />,
  },
  {
    id: "acquirer",
    head: "Acquirer",
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: "minmax(0, 1.1fr)" },
    card: "rest",
    cell: ({ record }) => (
      <>
        <span className="cell-by">by</span>
        <TextCell text={record.acquirer?.name} />
      </>
    ),
  },
  {
    id: "country",
    head: "Country",
    widths: { small: "62px", middle: "58px", large: "68px", huge: "150px" },
    card: "two",
    cell: ({ record }) => <CountryCell country={record.target?.hqCountry} />,
  },
  {
    id: "industry",
    head: "Industry",
    widths: { middle: "154px", large: "200px", huge: "minmax(0, 1.2fr)" },
    card: "three",
    cell: ({ record }) => <IndustryCell company={record.target} />,
  },
  {
    id: "payment",
    head: "Payment",
    widths: { large: "112px", huge: "120px" },
    cell: ({ record }) =>
      record.paymentType === null || record.paymentType === "undisclosed" ? (
        <span className="cell-none">undisclosed</span>
      ) : (
        titleOf(PAYMENT_TYPES, record.paymentType)
      ),
  },
  ...LAST_COLUMNS,
];

function dealOf({ isMerger }: AcquisitionRecord) {
  if (isMerger === null) return <Missing />;
  return <span className="cell-round">{isMerger ? "Merger" : "Acquisition"}</span>;
}
