/** Columns of single fields, for any record that has them. */

import type { CompanyRecord } from "@dealflow/client/records";
import type { ReactNode } from "react";
import type { FeedRow } from "@/components/feed/kind";
import { titleOf } from "@/components/feed/record/company";
import type { Column } from "@/components/table/columns";
import { EMPLOYEE_BUCKETS, VERTICALS } from "@/lib/contract/values/organisations";
import { CountryCell, DateCell, IndustryCell, Missing, TextCell } from "./cells";

type Own<Row> = Partial<Omit<Column<Row>, "id" | "head" | "value" | "cell">>;
type Company<R> = (record: R) => CompanyRecord | null;

/** A column of text, optional by default. */
export function textColumn<Row>(
  id: string,
  head: string,
  text: (row: Row) => string | null | undefined,
  own: Own<Row> = {},
): Column<Row> {
  return { id, head, width: 140, widths: {}, ...own, value: text, cell: (row) => <TextCell text={text(row)} /> };
}

/** A column of a day and its age. */
export function dateColumn<Row>(
  id: string,
  head: string,
  iso: (row: Row) => string | null,
  own: Own<Row> = {},
): Column<Row> {
  return {
    id,
    head,
    kind: "date",
    width: 108,
    widths: {},
    first: "descending",
    ...own,
    value: iso,
    cell: (row) => <DateCell iso={iso(row)} />,
  };
}

export function countryColumn<R>(
  country: (record: R) => CompanyRecord["hqCountry"] | undefined,
  widths: Column<FeedRow<R>>["widths"],
  own: Own<FeedRow<R>> & { id?: string; head?: string } = {},
): Column<FeedRow<R>> {
  return {
    id: "country",
    head: "Country",
    kind: "country",
    width: 68,
    widths,
    ...own,
    value: ({ record }) => country(record)?.name ?? country(record)?.code,
    cell: ({ record }) => <CountryCell country={country(record)} />,
  };
}

export function industryColumn<R>(of: Company<R>, widths: Column<FeedRow<R>>["widths"]): Column<FeedRow<R>> {
  return {
    id: "industry",
    head: "Industry",
    width: 160,
    grow: 1,
    widths,
    card: "three",
    value: ({ record }) => of(record)?.industryGroup,
    cell: ({ record }) => <IndustryCell company={of(record)} />,
  };
}

/** Buckets sort by how many people they are, not as text. */
export function sizeColumn<R>(of: Company<R>, own: Own<FeedRow<R>> = {}): Column<FeedRow<R>> {
  return {
    id: "size",
    head: "Size",
    width: 104,
    widths: {},
    first: "descending",
    ...own,
    value: ({ record }) => Number.parseInt(of(record)?.employeeCountBucket ?? "", 10) || null,
    cell: ({ record }) => {
      const bucket = of(record)?.employeeCountBucket;
      return bucket ? titleOf(EMPLOYEE_BUCKETS, bucket) : <Missing />;
    },
  };
}

export function verticalColumn<R>(of: Company<R>, own: Own<FeedRow<R>> = {}): Column<FeedRow<R>> {
  const titles = (record: R) => of(record)?.verticals.map((value) => titleOf(VERTICALS, value)) ?? [];
  return {
    id: "vertical",
    head: "Vertical",
    width: 112,
    widths: {},
    ...own,
    value: ({ record }) => titles(record)[0],
    cell: ({ record }) => <First names={titles(record)} none={<Missing />} />,
  };
}

/** Further fields of a company, as optional columns. */
export function companyColumns<R>(of: Company<R>): readonly Column<FeedRow<R>>[] {
  return [
    textColumn("city", "City", ({ record }) => of(record)?.hqCity),
    {
      id: "founded",
      head: "Founded",
      end: true,
      width: 76,
      widths: {},
      first: "descending",
      value: ({ record }) => of(record)?.foundedYear,
      cell: ({ record }) => of(record)?.foundedYear ?? <Missing />,
    },
    textColumn("naics", "NAICS", ({ record }) => of(record)?.naicsCode, { width: 76 }),
    textColumn("tags", "Tags", ({ record }) => of(record)?.industrySubTags.join(", "), { width: 180 }),
    textColumn("model", "Model", ({ record }) => of(record)?.businessModel),
    textColumn("about", "Description", ({ record }) => of(record)?.description, { width: 280, grow: 1 }),
    textColumn("profile", "Profile", ({ record }) => of(record)?.socialHandle),
  ];
}

/** The first of several names, and how many there are beside it, which is never cut. */
export function First({ names, none }: { names: readonly string[]; none: ReactNode }) {
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
