import type { FundingRecord } from "@dealflow/client/records";
import { ROUNDS } from "@dealflow/contract/values/events";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { Missing } from "@/components/feed/columns/cells";
import { companyColumn, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  amountColumn,
  companyColumns,
  companyDomainColumn,
  countryColumn,
  First,
  industryColumn,
  originalAmountColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/lib/client/feed-row";
import { listedTitle } from "@/lib/format/listed-title";
import { roundMoney } from "@/lib/format/money";

type Row = FeedRow<FundingRecord>;

const company = (record: FundingRecord) => record.company;
const money = ({ record }: Row) => roundMoney(record);
const investorNames = (record: FundingRecord) => record.investors.flatMap((investor) => investor.name ?? []);

export const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "round",
    header: "Round",
    size: 92,
    meta: {
      widths: { tiny: "76px", small: "76px", middle: "88px", large: "96px", huge: "100px" },
      card: "one",
      open: true,
    },
    // Rounds sort in the order in which companies go through them.
    accessorFn: ({ record }) => {
      const index = ROUNDS.findIndex(({ value }) => value === record.round);
      // An unlisted round sorts by its text.
      return index < 0 ? record.round : index + 1;
    },
    cell: ({ row: { original } }) =>
      original.record.round ? (
        <span className="text-text-1 max-tablet:text-text-2">{listedTitle(ROUNDS, original.record.round)}</span>
      ) : (
        <Missing />
      ),
  },
  amountColumn(104, money, { widths: { tiny: "98px", small: "98px", middle: "98px", large: "100px", huge: "104px" } }),
  companyColumn("company", "Company", company, {
    grow: 1.1,
    widths: {
      tiny: "minmax(0, 1fr)",
      small: "minmax(100px, 1fr)",
      middle: "minmax(116px, 1fr)",
      large: "minmax(130px, 1fr)",
      huge: "minmax(0, 1.1fr)",
    },
    card: "title",
  }),
  companyDomainColumn(company, "Domain", { grow: 0.8, widths: { huge: "minmax(0, 0.8fr)" } }),
  countryColumn((record) => record.company?.hqCountry, {
    widths: { tiny: "58px", small: "62px", middle: "58px", large: "68px", huge: "150px" },
    card: "two",
  }),
  industryColumn(company, { small: "156px", middle: "138px", large: "196px", huge: "minmax(0, 1.2fr)" }),
  sizeColumn(company, { widths: { huge: "104px" }, open: true }),
  verticalColumn(company, { widths: { huge: "112px" }, open: true }),
  {
    id: "investors",
    header: "Investors",
    size: 170,
    meta: {
      grow: 1,
      widths: { middle: "120px", large: "166px", huge: "minmax(0, 1.1fr)" },
      card: "rest",
      hasValue: ({ preview }: Row) => preview?.investors !== 0,
    },
    accessorFn: ({ record }) => investorNames(record)[0],
    cell: ({ row: { original } }) => (
      <First names={investorNames(original.record)} none={<span className="text-12 text-text-3">none named</span>} />
    ),
  },
  ...LAST_COLUMNS,
  originalAmountColumn(money),
  textColumn(
    "stated",
    "Stated",
    ({ record }) => (record.roundStated === null ? null : record.roundStated ? "stated" : "inferred"),
    {},
    84,
  ),
  ...EVENT_COLUMNS,
  ...companyColumns(company),
];
