import type { FundingRecord } from "@dealflow/client/records";
import { AmountCell, Missing } from "@/components/feed/columns/cells";
import { CompanyCell, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  companyColumns,
  countryColumn,
  First,
  industryColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/components/feed/kind";
import { titleOf } from "@/components/feed/record/company";
import type { Column } from "@/components/table/columns";
import { ROUNDS } from "@/lib/contract/values/events";
import { exactMinor } from "@/lib/format/money";

type Row = FeedRow<FundingRecord>;

const company = (record: FundingRecord) => record.company;
const investorsOf = (record: FundingRecord) => record.investors.flatMap((investor) => investor.name ?? []);

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "round",
    head: "Round",
    width: 92,
    widths: { tiny: "76px", small: "76px", middle: "76px", large: "88px", huge: "96px" },
    card: "one",
    // In the order in which companies go through them.
    value: ({ record }) => {
      const index = ROUNDS.findIndex(({ value }) => value === record.round);
      return index < 0 ? record.round : index;
    },
    cell: ({ record }) =>
      record.round ? <span className="cell-round">{titleOf(ROUNDS, record.round)}</span> : <Missing />,
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    width: 104,
    widths: { tiny: "90px", small: "90px", middle: "90px", large: "100px", huge: "104px" },
    card: "figure",
    first: "descending",
    value: ({ record }) => record.amountUsd,
    cell: ({ record }) => (
      <AmountCell
        usd={record.amountUsd}
        originalCents={record.amountOriginalCents}
        originalCurrency={record.amountOriginalCurrency}
      />
    ),
  },
  {
    id: "company",
    marks: true,
    head: "Company",
    width: 160,
    grow: 1.1,
    widths: {
      tiny: "minmax(0, 1fr)",
      small: "minmax(130px, 1fr)",
      middle: "minmax(120px, 1fr)",
      large: "minmax(130px, 1fr)",
      huge: "minmax(0, 1.1fr)",
    },
    card: "title",
    value: ({ record }) => record.company?.name,
    cell: ({ record }) => <CompanyCell company={record.company} />,
  },
  textColumn("domain", "Domain", ({ record }) => record.company?.domain, {
    grow: 0.8,
    widths: { huge: "minmax(0, 0.8fr)" },
  }),
  countryColumn(
    (record) => record.company?.hqCountry,
    { tiny: "58px", small: "62px", middle: "58px", large: "68px", huge: "150px" },
    { card: "two" },
  ),
  industryColumn(company, { small: "162px", middle: "154px", large: "200px", huge: "minmax(0, 1.2fr)" }),
  sizeColumn(company, { widths: { huge: "104px" } }),
  verticalColumn(company, { widths: { huge: "112px" } }),
  {
    id: "investors",
    head: "Investors",
    width: 170,
    grow: 1,
    widths: { middle: "144px", large: "170px", huge: "minmax(0, 1.1fr)" },
    card: "rest",
    value: ({ record }) => investorsOf(record)[0],
    cell: ({ record }) => <First names={investorsOf(record)} none={<span className="cell-none">none named</span>} />,
  },
  ...LAST_COLUMNS,
  {
    id: "original",
    head: "Original amount",
    end: true,
    width: 140,
    widths: {},
    first: "descending",
    value: ({ record }) => record.amountOriginalCents,
    cell: ({ record: { amountOriginalCents: cents, amountOriginalCurrency: currency } }) =>
      cents === null || currency === null ? <Missing /> : exactMinor(cents, currency),
  },
  textColumn(
    "stated",
    "Stated",
    ({ record }) => (record.roundStated === null ? null : record.roundStated ? "stated" : "inferred"),
    { width: 84 },
  ),
  ...EVENT_COLUMNS,
  ...companyColumns(company),
];
