/** Defines the columns of the figures of sources, and says how each figure is computed. */
import { QUALITY_FIELDS, type SourceQuality } from "@dealflow/contract/account/imports/import-quality";
import type { RecordKind } from "@dealflow/contract/account/imports/record-kinds";
import { column, type SimpleColumn } from "@/components/data-table/simple-table";
import { dayColumn } from "@/components/shell/when";
import { count, formatCount, percent } from "@/lib/format/counts";

interface Figure {
  readonly title: string;
  readonly help: string;
  /** The figure exists for events alone. */
  readonly events?: true;
}

const RECORDS: Figure = {
  title: "Records",
  help: "Records that imports of the source state. Undone imports and withdrawn records do not count.",
};
const FIRST: Figure = { title: "First", help: "Share of its records that no other source stated before." };
const MEDIAN: Figure = {
  title: "Lag, median",
  help: "Half of the records were discovered at most so many days (UTC) after their announcement. Counts records that the source was the first to state, with a date exact to the day; imports of old events raise it.",
  events: true,
};
const P90: Figure = { title: "Lag, 90 %", help: "The same for nine in ten of these records.", events: true };
const REVISIONS: Figure = {
  title: "Revisions",
  help: "Share of its records that an import of the source changed after they were stored: another value, or one that was unknown.",
};
const SHARED: Figure = { title: "In several sources", help: "Share of its records that another source states too." };
const LATEST: Figure = {
  title: "Latest import",
  help: "When the latest import began that states a record of this kind.",
};
const FILL: Figure = {
  title: "Fill",
  help: "Share of its records that have a value for the field, whichever source stated it.",
};

export const FIGURES: readonly Figure[] = [RECORDS, FIRST, MEDIAN, P90, REVISIONS, SHARED, LATEST, FILL];

type Column = SimpleColumn<SourceQuality>;

const SOURCE: Column = column("source", "Source", { className: "panel:min-w-28" }, (row) => (
  <span className="wrap-anywhere whitespace-normal">{row.source}</span>
));

export function freshnessColumns(kind: RecordKind): readonly Column[] {
  const isEvent = kind !== "company" && kind !== "investor";
  return [
    SOURCE,
    column("records", RECORDS.title, { align: "end", prefix: RECORDS.title, help: RECORDS.help }, (row) =>
      count(row.records),
    ),
    shareColumn("first", FIRST, ({ first }) => first),
    ...(isEvent ? [lagColumn("median", MEDIAN), lagColumn("p90", P90)] : []),
    shareColumn("revised", REVISIONS, ({ revised }) => revised),
    shareColumn("shared", SHARED, ({ shared }) => shared),
    latestColumn(),
  ];
}

export function fillColumns(kind: RecordKind): readonly Column[] {
  const fields = Object.entries(QUALITY_FIELDS[kind]).map(([field, title]) =>
    shareColumn(field, { title, help: FILL.help }, ({ fill }) => fill.find((one) => one.field === field)?.records ?? 0),
  );
  return [SOURCE, ...fields];
}

function latestColumn(): Column {
  const { meta, ...column } = dayColumn<SourceQuality>("latest", LATEST.title, ({ latestImportAt }) => latestImportAt);
  return { ...column, meta: { ...meta, help: LATEST.help } };
}

function lagColumn(part: "median" | "p90", { title, help }: Figure): Column {
  return column(part, title, { align: "end", prefix: title, help }, (row) =>
    row.lag === null ? (
      "–"
    ) : (
      <span title={`Of ${formatCount(row.lag.records, "record")}`}>{formatCount(row.lag[part], "day")}</span>
    ),
  );
}

function shareColumn(id: string, { title, help }: Figure, getPart: (of: SourceQuality) => number): Column {
  return column(id, title, { align: "end", prefix: title, help }, (row) => (
    <Share part={getPart(row)} of={row.records} />
  ));
}

/** Draws a share as a bar, with the numbers on hover. */
function Share({ part, of }: { part: number; of: number }) {
  const share = of === 0 ? 0 : part / of;
  return (
    <span className="inline-flex items-center gap-2 max-panel:ml-1" title={`${count(part)} of ${count(of)}`}>
      <span aria-hidden="true" className="forced-color-adjust-none h-1.5 w-10 overflow-hidden rounded-1 bg-chart-hatch">
        <span className="block h-full bg-[var(--chart-1)]" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="panel:min-w-10">{percent(share)}</span>
    </span>
  );
}
