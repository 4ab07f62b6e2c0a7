import type { ExecMoveRecord } from "@dealflow/client/records";
import { IndustryCell, Missing, TextCell } from "@/components/feed/columns/cells";
import { CompanyCell, EVENT_COLUMNS, LAST_COLUMNS } from "@/components/feed/columns/event-columns";
import {
  companyColumns,
  countryColumn,
  dateColumn,
  sizeColumn,
  textColumn,
  verticalColumn,
} from "@/components/feed/columns/field-columns";
import type { FeedRow } from "@/components/feed/kind";
import { titleOf } from "@/components/feed/record/company";
import type { Column } from "@/components/table/columns";
import { MOVE_TYPES, ROLE_SENIORITIES } from "@/lib/contract/values/events";
import { MoveMark } from "./move-mark";

type Row = FeedRow<ExecMoveRecord>;

const NAME = "minmax(0, 1fr)";
const company = (record: ExecMoveRecord) => record.company;

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: "move",
    head: "Move",
    width: 124,
    widths: { tiny: "118px", small: "118px", middle: "118px", large: "124px", huge: "132px" },
    card: "one",
    value: ({ record }) => (record.moveType === null ? null : titleOf(MOVE_TYPES, record.moveType)),
    cell: ({ record }) => (record.moveType === null ? <Missing /> : <MoveMark type={record.moveType} />),
  },
  {
    id: "person",
    head: "Person",
    width: 160,
    grow: 1,
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: NAME },
    card: "title",
    value: ({ record }) => record.person?.name,
    cell: ({ record }) => <TextCell strong text={record.person?.name} />,
  },
  textColumn("role", "Role", ({ record }) => record.role, {
    width: 170,
    grow: 1.2,
    widths: { small: NAME, middle: NAME, large: "minmax(0, 1.2fr)", huge: "minmax(0, 1.2fr)" },
    card: "three",
  }),
  {
    id: "company",
    marks: true,
    head: "Company",
    width: 160,
    grow: 1,
    widths: { tiny: NAME, small: NAME, middle: NAME, large: NAME, huge: NAME },
    card: "rest",
    value: ({ record }) => record.company?.name,
    cell: ({ record }) => (
      <>
        <span className="cell-by">at</span>
        <CompanyCell company={record.company} />
      </>
    ),
  },
  textColumn("from", "From", ({ record }) => record.fromCompany?.name, {
    width: 150,
    grow: 0.9,
    widths: { large: "minmax(0, 0.9fr)", huge: "minmax(0, 0.9fr)" },
  }),
  textColumn("seniority", "Seniority", ({ record }) => seniorityText(record), {
    width: 92,
    widths: { large: "88px", huge: "96px" },
  }),
  countryColumn((record) => record.company?.hqCountry, { middle: "58px", large: "68px", huge: "150px" }),
  {
    id: "industry",
    head: "Industry",
    width: 160,
    grow: 1,
    widths: { huge: NAME },
    value: ({ record }) => record.company?.industryGroup,
    cell: ({ record }) => <IndustryCell company={record.company} />,
  },
  ...LAST_COLUMNS,
  dateColumn("effective", "Effective", ({ record }) => record.effectiveDate),
  ...EVENT_COLUMNS,
  textColumn("person-profile", "Person's profile", ({ record }) => record.person?.socialHandle),
  textColumn("domain", "Domain", ({ record }) => record.company?.domain),
  sizeColumn(company),
  verticalColumn(company),
  ...companyColumns(company),
];

function seniorityText({ roleSeniority }: ExecMoveRecord): string | null {
  return roleSeniority === null ? null : titleOf(ROLE_SENIORITIES, roleSeniority);
}
