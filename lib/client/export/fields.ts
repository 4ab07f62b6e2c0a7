/** Which fields of a record an export has, their heads, and the content of their cells. */
import { minorDigits } from "@/lib/contract/currencies";
import { factsAt } from "@/lib/contract/facts";
import { COLUMN_PARTS, type Part } from "./column-parts";

/** A date stays an ISO text; `Date` is what a spreadsheet makes of it. */
export type Cell = string | number | boolean | null;

export interface ExportRow {
  readonly record: unknown;
  /** ISO timestamp of its purchase. */
  readonly heldAt: string;
}

export interface Field {
  readonly head: string;
  /** Contains ISO dates or timestamps. */
  readonly date: boolean;
  readonly cell: (row: ExportRow) => Cell;
}

const SEPARATOR = "; ";

function scalar(value: unknown): Cell {
  if (typeof value === "string" || typeof value === "boolean") return value;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The value at a path; the entries of a list in one cell. */
function valueAt(record: unknown, path: string): Cell {
  const facts = factsAt(record, path).filter((fact) => typeof fact !== "object");
  return facts.length > 1 ? facts.map(String).join(SEPARATOR) : scalar(facts[0]);
}

function isDatePath(path: string): boolean {
  return /(?:At|Date)$/.test(path);
}

function pathField(path: string, head = path): Field {
  return { head, date: isDatePath(path), cell: ({ record }) => valueAt(record, path) };
}

/** The original amount in units of its currency: the value at `path` is in the smallest ones. */
function originalField(path: string, head: string): Field {
  const currency = path.replace(/Cents$/, "Currency");
  return {
    head,
    date: false,
    cell: ({ record }) => {
      const [minor, code] = [valueAt(record, path), valueAt(record, currency)];
      return typeof minor === "number" && typeof code === "string" ? minor / 10 ** minorDigits(code) : null;
    },
  };
}

const PURCHASED_FIELD: Field = { head: "Owned as of", date: true, cell: ({ heldAt }) => heldAt };

/** Every field that any of the rows has, by its path in the record, in the order in which records name them. */
export function allFields(rows: Iterable<ExportRow>): Field[] {
  const paths = new Set<string>();
  for (const { record } of rows) addPaths(record, "", paths);
  const fields = [...paths].flatMap((path) =>
    path.endsWith("OriginalCents")
      ? [originalField(path, path.replace(/Cents$/, "")), pathField(path)]
      : [pathField(path)],
  );
  return [...fields, PURCHASED_FIELD];
}

function addPaths(value: unknown, path: string, paths: Set<string>): void {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) paths.add(path);
    else for (const item of value) addPaths(item, path, paths);
  } else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) addPaths(inner, path === "" ? key : `${path}.${key}`, paths);
  else paths.add(path);
}

/**
 * The fields behind the columns of a table. A column whose id is no more than the name of a field is that field; what
 * the records do not hold (a tick, a button) is no column of an export.
 */
export function columnFields(rows: Iterable<ExportRow>, columns: readonly string[]): Field[] {
  const paths = new Set<string>();
  for (const { record } of rows) addPaths(record, "", paths);
  const has = (path: string) => paths.has(path) || [...paths].some((known) => known.startsWith(`${path}.`));
  return columns.flatMap((id): Field[] => {
    if (id === "owned") return [PURCHASED_FIELD];
    const choices = COLUMN_PARTS[id] ?? [[{ head: id, path: id }]];
    const parts = choices.find(([first]) => first !== undefined && has(first.path)) ?? [];
    return parts.map(({ head, path, titles }) =>
      path.endsWith("OriginalCents") ? originalField(path, head) : titled(pathField(path, head), titles),
    );
  });
}

function titled(field: Field, titles: Part["titles"]): Field {
  if (titles === undefined) return field;
  const known = new Map(titles.map(({ value, title }) => [value, title]));
  return {
    ...field,
    cell: (row) => {
      const value = field.cell(row);
      if (typeof value !== "string") return value;
      return value
        .split(SEPARATOR)
        .map((item) => known.get(item) ?? item)
        .join(SEPARATOR);
    },
  };
}
