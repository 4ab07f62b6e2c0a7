import type { ReactNode } from "react";
import { AmountCell, CountryCell, IndustryCell, Missing, TextCell } from "@/components/feed/cells";
import { titleOf } from "@/components/feed/company";
import { CompanyCell, LAST_COLUMNS } from "@/components/feed/event-columns";
import type { FeedRow } from "@/components/feed/kind";
import type { Column } from "@/components/table/columns";
import type { FundingRecord } from "@/lib/api/records";
import { ROUNDS } from "@/lib/contract/values/events";
import { EMPLOYEE_BUCKETS, VERTICALS } from "@/lib/contract/values/organisations";

type Row = FeedRow<FundingRecord>;

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "round",
    head: "Round",
    widths: { tiny: "76px", small: "76px", middle: "76px", large: "88px", huge: "96px" },
    card: "one",
    cell: ({ record }) =>
      record.round ? <span className="cell-round">{titleOf(ROUNDS, record.round)}</span> : <Missing />,
  },
  {
    id: "amount",
    head: "Amount",
    end: true,
    widths: { tiny: "90px", small: "90px", middle: "90px", large: "100px", huge: "104px" },
    card: "figure",
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
    head: "Company",
    widths: {
      tiny: "minmax(0, 1fr)",
      small: "minmax(130px, 1fr)",
      middle: "minmax(120px, 1fr)",
      large: "minmax(130px, 1fr)",
      huge: "minmax(0, 1.1fr)",
    },
    card: "title",
    cell: ({ record }) => <CompanyCell company={record.company} />,
  },
  {
    id: "domain",
    head: "Domain",
    widths: { huge: "minmax(0, 0.8fr)" },
    cell: ({ record }) => <TextCell text={record.company?.domain} />,
  },
  {
    id: "country",
    head: "Country",
    widths: { tiny: "58px", small: "62px", middle: "58px", large: "68px", huge: "150px" },
    card: "two",
    cell: ({ record }) => <CountryCell country={record.company?.hqCountry} />,
  },
  {
    id: "industry",
    head: "Industry",
    widths: { small: "162px", middle: "154px", large: "200px", huge: "minmax(0, 1.2fr)" },
    card: "three",
    cell: ({ record }) => <IndustryCell company={record.company} />,
  },
  {
    id: "size",
    head: "Size",
    widths: { huge: "104px" },
    cell: ({ record }) => {
      const bucket = record.company?.employeeCountBucket;
      return bucket ? titleOf(EMPLOYEE_BUCKETS, bucket) : <Missing />;
    },
  },
  {
    id: "vertical",
    head: "Vertical",
    widths: { huge: "112px" },
    cell: ({ record }) => {
      const titles = record.company?.verticals.map((value) => titleOf(VERTICALS, value)) ?? [];
      return <First names={titles} none={<Missing />} />;
    },
  },
  {
    id: "investors",
    head: "Investors",
    widths: { middle: "144px", large: "170px", huge: "minmax(0, 1.1fr)" },
    card: "rest",
    cell: ({ record }) => (
      <First
        names={record.investors.flatMap((investor) => investor.name ?? [])}
        none={<span className="cell-none">none named</span>}
      />
    ),
  },
  ...LAST_COLUMNS,
];

/** The first of several names, and how many there are beside it, which is never cut. */
function First({ names, none }: { names: readonly string[]; none: ReactNode }) {
  const [first, ...others] = names;
  if (first === undefined) return none;
  return (
    <>
      <span className="cell-first" title={names.join(", ")}>
        {first}
      </span>
      {others.length > 0 && <span className="cell-more">+{others.length}</span>}
    </>
  );
}
