/** Sorting the loaded rows by a column; pure. */
import type { Column } from "./columns";

export interface RowOrder {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

/**
 * The order after a press on a column's head: its first direction, the other one, then the list's own order again. In
 * the column that the list is ordered by, the direction that it has already is left out.
 */
export function nextOrder(
  now: RowOrder | undefined,
  column: Pick<Column<never>, "id" | "first">,
  list: RowOrder | undefined,
): RowOrder | undefined {
  const { id, first = "ascending" } = column;
  const other = first === "ascending" ? "descending" : "ascending";
  const steps = ([first, other] as const).filter((direction) => list?.column !== id || list.direction !== direction);
  const index = now?.column === id ? steps.indexOf(now.direction) : -1;
  const direction = steps[index + 1];
  return direction === undefined ? undefined : { column: id, direction };
}

/** `amount.descending`; empty: the list's own order. */
export function writeOrder(order: RowOrder | undefined): string {
  return order ? `${order.column}.${order.direction}` : "";
}

/** Undefined when it is the list's own order, or none that these columns know. */
export function readOrder(columns: readonly Pick<Column<never>, "id">[], text: string): RowOrder | undefined {
  const [column, direction] = text.split(".");
  return columns.some(({ id }) => id === column) && (direction === "ascending" || direction === "descending")
    ? { column: `${column}`, direction }
    : undefined;
}

/** Equal rows stay in the order in which they came; what is not known comes last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: Column<Row>["value"],
  direction: RowOrder["direction"],
): readonly Row[] {
  // Every value is read and spelled once: comparing is what is done most, 1.7 million times for 100,000 rows.
  const values = rows.map((row) => spelled(value(row)));
  const sign = direction === "ascending" ? 1 : -1;
  const indexes = Uint32Array.from(rows, (_, index) => index);
  indexes.sort((a, b) => {
    const [one, other] = [values[a] ?? null, values[b] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || a - b;
    return one < other ? -sign : one > other ? sign : a - b;
  });
  const sorted: Row[] = [];
  for (const index of indexes) {
    const row = rows[index];
    if (row !== undefined) sorted.push(row);
  }
  return sorted;
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Without case and accents, as people look for names. */
function spelled(value: string | number | null | undefined): string | number | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return value;
  const text = value.toLowerCase();
  return PLAIN.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
}
