/** Creates columns of single fields, for any record that has them. */

import type { CompanyRecord } from "@dealflow/client/records";
import { bandMiddleUsd } from "@dealflow/contract/records/amount-bands";
import { EMPLOYEE_BUCKETS, VERTICALS } from "@dealflow/contract/values/organisations";
import type { ReactNode } from "react";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { isUnresolved } from "@/components/feed/record/company";
import type { FeedRow } from "@/lib/client/feed-row";
import { monthYear } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { aboutUsd, compactUsd, exactMinor, type Money } from "@/lib/format/money";
import { AmountCell, BandCell, CountryCell, DateCell, IndustryCell, Missing, TextCell } from "./cells";

type Meta = DataTableColumn<never>["meta"];
type Company<R> = (record: R) => CompanyRecord | null;

/** These facts are known to be missing for an unresolved company. */
function ifResolved<R>(of: Company<R>): NonNullable<Meta> {
  return { hasValue: ({ record }: FeedRow<R>) => !isUnresolved(of(record)) };
}

/** Creates a column of text, optional by default. */
export function textColumn<Row>(
  id: string,
  header: string,
  text: (row: Row) => string | null | undefined,
  meta: Meta = {},
  size = 140,
): DataTableColumn<Row> {
  return { id, header, size, meta, accessorFn: text, cell: ({ row }) => <TextCell text={text(row.original)} /> };
}

/** Creates a column of a company's domain; an unresolved company has none. */
export function companyDomainColumn<R>(of: Company<R>, header: string, meta: Meta = {}, id = "domain") {
  return textColumn<FeedRow<R>>(id, header, ({ record }) => of(record)?.domain, { ...ifResolved(of), ...meta });
}

/** Creates a column of a day and its age, grouped by months. */
export function dateColumn<Row>(
  id: string,
  header: string,
  iso: (row: Row) => string | null,
  meta: Meta = {},
): DataTableColumn<Row> {
  return {
    id,
    header,
    size: 116,
    meta: { adapts: true, groupLabel: monthYear, ...meta },
    sortDescFirst: true,
    accessorFn: iso,
    getGroupingValue: (row) => iso(row)?.slice(0, 7),
    cell: ({ row }) => <DateCell iso={iso(row.original)} />,
  };
}

/** Creates a column of dollars, with the original amount on hover; a group has their sum. */
export function amountColumn<Row extends Pick<FeedRow<unknown>, "preview">>(
  size: number,
  money: (row: Row) => Money,
  meta: Meta,
): DataTableColumn<Row> {
  return {
    id: "amount",
    header: "Amount",
    size,
    meta: {
      align: "end",
      card: "figure",
      open: true,
      subtotal: (sum, about) => (about ? aboutUsd(sum) : compactUsd(sum)),
      ...meta,
    },
    sortDescFirst: true,
    accessorFn: (row) => (row.preview?.amount ? bandMiddleUsd(row.preview.amount) : money(row).usd),
    cell: ({ row }) =>
      row.original.preview ? <BandCell {...row.original.preview} /> : <AmountCell {...money(row.original)} />,
  };
}

/** Creates a column of the amount in its original currency. */
export function originalAmountColumn<Row>(money: (row: Row) => Money): DataTableColumn<Row> {
  return {
    id: "original",
    header: "Original amount",
    size: 140,
    meta: { align: "end" },
    sortDescFirst: true,
    accessorFn: (row) => money(row).originalCents,
    cell: ({ row }) => {
      const { originalCents, originalCurrency } = money(row.original);
      return originalCents === null || originalCurrency === null ? (
        <Missing />
      ) : (
        exactMinor(originalCents, originalCurrency)
      );
    },
  };
}

export function countryColumn<R>(
  country: (record: R) => CompanyRecord["hqCountry"] | undefined,
  meta: Meta,
  { id = "country", header = "Country", size = 68 } = {},
): DataTableColumn<FeedRow<R>> {
  return {
    id,
    header,
    size,
    meta: { adapts: true, open: true, ...meta },
    accessorFn: ({ record }) => country(record)?.name ?? country(record)?.code,
    cell: ({ row }) => <CountryCell country={country(row.original.record)} />,
  };
}

export function industryColumn<R>(of: Company<R>, widths: NonNullable<Meta["widths"]>): DataTableColumn<FeedRow<R>> {
  return {
    id: "industry",
    header: "Industry",
    size: 160,
    meta: { grow: 1, widths, card: "three", open: true },
    accessorFn: ({ record }) => of(record)?.industryGroup,
    cell: ({ row }) => <IndustryCell company={of(row.original.record)} />,
  };
}

/** Buckets sort by the number of people, not as text. */
export function sizeColumn<R>(of: Company<R>, meta: Meta = {}): DataTableColumn<FeedRow<R>> {
  return {
    id: "size",
    header: "Size",
    size: 104,
    meta,
    sortDescFirst: true,
    accessorFn: ({ record }) => Number.parseInt(of(record)?.employeeCountBucket ?? "", 10) || null,
    cell: ({ row }) => {
      const bucket = of(row.original.record)?.employeeCountBucket;
      return bucket ? listedTitle(EMPLOYEE_BUCKETS, bucket) : <Missing />;
    },
  };
}

export function verticalColumn<R>(of: Company<R>, meta: Meta = {}): DataTableColumn<FeedRow<R>> {
  const titles = (record: R) => of(record)?.verticals.map((value) => listedTitle(VERTICALS, value)) ?? [];
  return {
    id: "vertical",
    header: "Vertical",
    size: 112,
    meta,
    accessorFn: ({ record }) => titles(record)[0],
    cell: ({ row }) => <First names={titles(row.original.record)} none={<Missing />} />,
  };
}

export function cityColumn<R>(of: Company<R>, meta: Meta = {}): DataTableColumn<FeedRow<R>> {
  return textColumn("city", "City", ({ record }) => of(record)?.hqCity, meta);
}

export function foundedColumn<R>(of: Company<R>, meta: Meta = {}): DataTableColumn<FeedRow<R>> {
  return {
    id: "founded",
    header: "Founded",
    size: 76,
    meta: { align: "end", ...meta },
    sortDescFirst: true,
    accessorFn: ({ record }) => of(record)?.foundedYear,
    cell: ({ row }) => of(row.original.record)?.foundedYear ?? <Missing />,
  };
}

/** Returns the optional columns of a company that no table shows in a place of its own. */
export function furtherCompanyColumns<R>(of: Company<R>): readonly DataTableColumn<FeedRow<R>>[] {
  const resolved = ifResolved(of);
  return [
    textColumn("naics", "NAICS", ({ record }) => of(record)?.naicsCode, { open: true }, 76),
    textColumn("tags", "Tags", ({ record }) => of(record)?.industrySubTags.join(", "), resolved, 180),
    textColumn("model", "Model", ({ record }) => of(record)?.businessModel, resolved),
    textColumn("about", "Description", ({ record }) => of(record)?.description, { grow: 1, ...resolved }, 280),
    textColumn("profile", "Profile", ({ record }) => of(record)?.socialHandle),
  ];
}

/** Returns the optional columns of a company that is part of an event. */
export function companyColumns<R>(of: Company<R>): readonly DataTableColumn<FeedRow<R>>[] {
  return [cityColumn(of), foundedColumn(of), ...furtherCompanyColumns(of)];
}

/** Shows the first of several names, and the number of the others, which is never cut. */
export function First({ names, none }: { names: readonly string[]; none: ReactNode }) {
  const [first, ...others] = names;
  if (first === undefined) return none;
  return (
    <>
      <span dir="auto" className="truncate" title={names.join(", ")}>
        {first}
      </span>
      {others.length > 0 && <span className="-ml-0.5 flex-none text-12 text-text-3">+{others.length}</span>}
    </>
  );
}
