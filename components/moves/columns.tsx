import type { ExecMoveRecord } from "@dealflow/client/records";
import { MOVE_TYPES, ROLE_SENIORITIES } from "@dealflow/contract/values/events";
import { ArrowLeftRight, ArrowUp, LogIn, LogOut } from "lucide-react";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { IndustryCell, Missing, TextCell } from "@/components/feed/columns/cells";
import { companyColumn, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  companyColumns,
  companyDomainColumn,
  countryColumn,
  dateColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/lib/client/feed-row";
import { listedTitle } from "@/lib/format/listed-title";

type Row = FeedRow<ExecMoveRecord>;

const NAME = "minmax(0, 1fr)";
const company = (record: ExecMoveRecord) => record.company;

export const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "move",
    header: "Move",
    size: 124,
    meta: {
      widths: { tiny: "118px", small: "118px", middle: "118px", large: "124px", huge: "132px" },
      card: "one",
      open: true,
    },
    accessorFn: ({ record }) => (record.moveType === null ? null : listedTitle(MOVE_TYPES, record.moveType)),
    cell: ({ row: { original } }) =>
      original.record.moveType === null ? <Missing /> : <MoveMark type={original.record.moveType} />,
  },
  {
    id: "person",
    header: "Person",
    size: 160,
    meta: { grow: 1, widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: NAME }, card: "title" },
    accessorFn: ({ record }) => record.person?.name,
    cell: ({ row: { original } }) => <TextCell strong text={original.record.person?.name} />,
  },
  textColumn(
    "role",
    "Role",
    ({ record }) => record.role,
    {
      grow: 1.2,
      widths: { small: NAME, middle: NAME, large: "minmax(0, 1.2fr)", huge: "minmax(0, 1.2fr)" },
      card: "three",
    },
    170,
  ),
  companyColumn(
    "company",
    "Company",
    company,
    { grow: 1, widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: NAME }, card: "rest" },
    "at",
  ),
  textColumn(
    "from",
    "From",
    ({ record }) => record.fromCompany?.name,
    { grow: 0.9, widths: { large: "minmax(0, 0.9fr)", huge: "minmax(0, 0.9fr)" } },
    150,
  ),
  textColumn(
    "seniority",
    "Seniority",
    ({ record }) => seniorityText(record),
    { widths: { large: "88px", huge: "96px" }, open: true },
    92,
  ),
  countryColumn((record) => record.company?.hqCountry, { widths: { middle: "58px", large: "68px", huge: "150px" } }),
  {
    id: "industry",
    header: "Industry",
    size: 160,
    meta: { grow: 1, widths: { huge: NAME } },
    accessorFn: ({ record }) => record.company?.industryGroup,
    cell: ({ row: { original } }) => <IndustryCell company={original.record.company} />,
  },
  ...LAST_COLUMNS,
  dateColumn("effective", "Effective", ({ record }) => record.effectiveDate),
  ...EVENT_COLUMNS,
  textColumn("person-profile", "Person's profile", ({ record }) => record.person?.socialHandle),
  companyDomainColumn(company, "Domain"),
  sizeColumn(company),
  verticalColumn(company),
  ...companyColumns(company),
];

function seniorityText({ roleSeniority }: ExecMoveRecord): string | null {
  return roleSeniority === null ? null : listedTitle(ROLE_SENIORITIES, roleSeniority);
}

const MARKS = { appointment: LogIn, promotion: ArrowUp, departure: LogOut, transition: ArrowLeftRight } as const;

function isMarked(type: string): type is keyof typeof MARKS {
  return type in MARKS;
}

/** Shows the kind of a move as a shape and a word. An unlisted kind has only its word. */
function MoveMark({ type }: { type: string }) {
  const Mark = isMarked(type) ? MARKS[type] : undefined;
  return (
    <span className="flex items-center gap-1.5 text-text-1">
      {Mark && <Mark size={13} aria-hidden="true" className="flex-none text-text-2" />}
      {listedTitle(MOVE_TYPES, type)}
    </span>
  );
}
