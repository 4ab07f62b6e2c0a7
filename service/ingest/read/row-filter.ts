/** Selects the rows that fulfil all conditions of a map. */
import { ColumnError, normal } from "./map-row";
import type { Condition } from "./map-schema";
import { ColumnFinder } from "./tables/column-names";

export type RowFilter = (cells: readonly string[]) => boolean;

/** Throws `ColumnError` when a column is not in the header. `file` is its name in messages. */
export function rowFilter(conditions: readonly Condition[], header: readonly string[], file: string): RowFilter {
  const columns = new ColumnFinder(header);
  const tests = conditions.map((condition) => {
    const index = columns.find(condition.column);
    if (index === undefined) throw new ColumnError(`${file} lacks the column ${condition.column}, used by where.`);
    const test = textFilter(condition);
    return (cells: readonly string[]) => test(cells[index] ?? "");
  });
  return (cells) => tests.every((test) => test(cells));
}

function textFilter(condition: Condition): (text: string) => boolean {
  const among = condition.in === undefined ? undefined : new Set(condition.in.map(normal));
  const notAmong = new Set((condition.notIn ?? []).map(normal));
  const matches = condition.matches === undefined ? undefined : new RegExp(condition.matches, "iu");
  const notMatches = condition.notMatches === undefined ? undefined : new RegExp(condition.notMatches, "iu");
  return (text) => {
    const plain = normal(text);
    if (among !== undefined && !among.has(plain)) return false;
    if (notAmong.has(plain)) return false;
    if (matches !== undefined && !matches.test(text.trim())) return false;
    return notMatches === undefined || !notMatches.test(text.trim());
  };
}
